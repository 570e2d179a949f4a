/** Words of names of schools and districts that stay in capitals though they could be read as words. */
export const acronyms: ReadonlySet<string> = new Set(
  `
  ISD CISD MSD CSD USD NISD FISD HISD RISD TISD SAISD EISD PISD LISD SCPS OCPS SLCSD JCSB MCSO WCSD
  DAEP JJAEP CCJJAEP JJA AEP AEC CAEP PEP GED ESE PPCD SSA DRC TAP TAPP DIC SIPP DJJ SES SEMS SPVA EES EEC ECC ECA ECLC ECHS
  CEEC ELC EC EE KG PK PKSA TAG GT CTE CATE STEM STEAM ACE ACES GOALS TAKS TRUCE AFP TBD LLC AFB
  KIPP IDEA YES BASIS PSJA ILT JHW AIM YWLA YMLA CAST LASA UME NYOS AIA SER SOS SLAM MAST PTAA SATF WALIPP BCFS TLC
  LBJ MLK JFK FDR AMI UCP RCMA ELS FLC BAC BAU SAU TNC NCI TCS VPA PDS RGMI FKA FEC ABC SRMI MKY DPP JCSSA MSA ELT AYW
  UT UTPB UTA UTSA TSU HCC TCC HAC PAC FIU FAU FAMU FSU FSUS UCF USF FLVS PAEC OCVS SVIP SCVS SAPMS FSDB SABL
  OCSA OCCS CHEP PCHS UC UCLA USC CSU CSUDH LAUSD ROP ROCP USA NASA YMCA YWCA UUU LEDADVPGM
  NE NW SE SW
  `
    .trim()
    .split(/\s+/),
)

/** Schools whose whole name is one acronym that elsewhere is an ordinary word. */
export const wholeNames: ReadonlySet<string> = new Set([
  'ACTS',
  'ALBA',
  'ASCEND',
  'BETA',
  'EDGE',
  'HOPE',
  'REACH',
  'RISE',
  'SAIL',
  'TRACE',
  'PEEP - PREPARE',
  'STEP-CORE',
])

/** Words of two letters; any other pair of letters is somebody's initials or an acronym. */
export const shortWords: ReadonlySet<string> = new Set(
  'AL AM AN AS AT BE BO BY CO CY DA DE DI DO DU ED EL ES FE GO HE HI IF IN IS IT JO KI LA LE LO LY ME MI MY NO OF OH ON OP OR OX OZ PI RE SO TO TY UN UP US VU WE WU YE YO YU'.split(
    ' ',
  ),
)
