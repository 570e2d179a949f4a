/** Names that are written in their own way, by their capitals. */
export const spellings: ReadonlyMap<string, string> = new Map(
  [
    // Surnames and places. The places are those of the Census Bureau's gazetteer.
    ...[
      'DeBakey',
      'DeBary',
      'DeFuniak',
      'DeKalb',
      'DeLand',
      'DeSoto',
      'DeZavala',
      'DeWitt',
      'DeGroodt',
      'DeLaura',
      'DeQueen',
    ],
    ...['LaBelle', 'LaCoste', 'LaRue', 'LaFarelle', 'LaGrone', 'LaVace', 'LeFlore', 'LeBlanc', 'VanZandt', 'FitzHugh'],
    ...['MacArthur', 'MacDill', 'MacDonald', 'MacFarlane', 'MacGregor', 'MacIntyre', 'MacKenzie', 'MacLean'],
    // Schools and their operators, as they write themselves.
    ...['ILTexas', 'AMIkids', 'AcadeMir', 'BridgePrep', 'DaVinci', 'PreK', 'eSchool', 'iSchool', 'iPrep', 'iTech'],
    ...['iLEAD', 'iMater', 'eLearning'],
    // Words without a vowel that are no acronyms.
    ...[
      'Blvd',
      'Crk',
      'Ct',
      'Ctr',
      'Ctrs',
      'Dr',
      'Drs',
      'Fld',
      'Fls',
      'Ft',
      'Gr',
      'Grv',
      'Hts',
      'Jr',
      'Lk',
      'Lks',
      'Ln',
    ],
    ...['Lrn', 'Lrng', 'Lt', 'Lvl', 'Mr', 'Mrs', 'Mt', 'Mtn', 'Ng', 'Pl', 'Pt', 'Rd', 'Rdg', 'Rgnl', 'Sch', 'Schl'],
    ...['Sgt', 'Spgs', 'Sq', 'Sr', 'St', 'Sts', 'Tr', 'Trl', 'Vlg', 'Wm', 'Brd', 'Schs', 'Prg', 'Prgs', 'Chtr'],
  ].map((name) => [name.toUpperCase(), name] as const),
)
