/** A layout of addresses: its columns with the values of a row for "1100 Congress Ave, Austin, TX 78701". */
export interface AddressLayout {
  /** Name of the program or register that uses the layout. */
  readonly name: string
  /** Headers and values, as `header=value`, separated by bars. */
  readonly columns: string
  /** Address that should be geocoded. Defaults to `FULL`, the complete address. */
  readonly address?: string
  /** Whether the columns can be recognized only with the values of a row. */
  readonly needsRows?: boolean
}

export const FULL = '1100 Congress Ave, Austin, TX, 78701'
const NO_STATE = '1100 Congress Ave, Austin, 78701'

/** Published layouts with their headers as they are commonly written. */
export const layouts: readonly AddressLayout[] = [
  {
    name: 'OpenAddresses',
    columns:
      'LON=|LAT=|NUMBER=1100|STREET=Congress Ave|UNIT=|CITY=Austin|DISTRICT=Travis|REGION=TX|POSTCODE=78701|ID=7|HASH=ab12',
  },
  {
    name: 'OpenAddresses, lower case without coordinates',
    columns: 'number=1100|street=Congress Ave|unit=|city=Austin|region=TX|postcode=78701',
  },
  {
    name: 'National Address Database',
    columns:
      'OID=1|State=TX|County=Travis|Inc_Muni=Austin|Post_City=Austin|Zip_Code=78701|StN_PreDir=|StN_PreTyp=|StreetName=Congress|StN_PosTyp=Ave|StN_PosDir=|AddNum_Pre=|Add_Number=1100|AddNum_Suf=|Unit=',
  },
  {
    name: 'National Address Database, newer release',
    columns:
      'AddNum_Pre=|Add_Number=1100|AddNum_Suf=|St_PreMod=|St_PreDir=|St_PreTyp=|St_Name=Congress|St_PosTyp=Ave|St_PosDir=|Unit=|Post_City=Austin|State=TX|Zip_Code=78701|Plus_4=',
  },
  {
    name: 'NAD with full columns',
    columns: 'AddNo_Full=1100|StNam_Full=Congress Ave|Post_City=Austin|State=TX|Zip_Code=78701',
  },
  {
    name: 'NENA',
    columns: 'Add_Number=1100|St_Name=Congress|St_PosTyp=Ave|MSAGComm=AUSTIN|Post_Comm=Austin|State=TX|Post_Code=78701',
  },
  {
    name: 'NENA legacy',
    columns: 'Add_Number=1100|LSt_PreDir=|LSt_Name=Congress|LSt_Type=Ave|Post_Comm=Austin|State=TX|Post_Code=78701',
  },
  {
    name: 'Esri address points',
    columns:
      'ADDRNUM=1100|ADDRNUMSUF=|ROADPREDIR=|ROADNAME=Congress|ROADTYPE=Ave|ROADPOSTDIR=|UNITTYPE=|UNITID=|MUNICIPALITY=Austin|STATE=TX|ZIP5=78701|ZIP4=',
  },
  {
    name: 'Esri geocoding result',
    columns:
      'USER_ID=5|AddNum=1100|StPreDir=|StPreType=|StName=Congress|StType=Ave|StDir=|City=Austin|RegionAbbr=TX|Postal=78701|PostalExt=',
  },
  {
    name: 'Esri single fields',
    columns: 'Address=1100 Congress Ave|Address2=|City=Austin|Region=TX|Postal=78701|CountryCode=USA',
  },
  { name: 'Esri FULLADDR', columns: 'OBJECTID=4|FULLADDR=1100 Congress Ave|MUNI=Austin|STATE=TX|ZIP5=78701' },
  {
    name: 'USPS lines',
    columns: 'Address Line 1=1100 Congress Ave|Address Line 2=|City=Austin|State=TX|ZIP Code=78701',
  },
  {
    name: 'USPS parsed',
    columns:
      'PrimaryNumber=1100|PreDirectional=|StreetName=Congress|Suffix=Ave|PostDirectional=|SecondaryAbbreviation=|SecondaryNumber=|CityName=Austin|StateAbbreviation=TX|ZIPCode=78701|ZIPPlus4=',
  },
  {
    name: 'USPS last line',
    columns: 'Delivery Address=1100 Congress Ave|Last Line=Austin TX 78701',
    address: '1100 Congress Ave, Austin TX 78701',
  },
  {
    name: 'Smarty components',
    columns:
      'primary_number=1100|street_predirection=|street_name=Congress|street_suffix=Ave|street_postdirection=|secondary_number=|city_name=Austin|state_abbreviation=TX|zipcode=78701|plus4_code=',
  },
  {
    name: 'Smarty lines',
    columns: 'delivery_line_1=1100 Congress Ave|last_line=Austin TX 78701',
    address: '1100 Congress Ave, Austin TX 78701',
  },
  {
    name: 'RESO',
    columns:
      'ListingKey=9|StreetNumber=1100|StreetDirPrefix=|StreetName=Congress|StreetSuffix=Ave|StreetDirSuffix=|UnitNumber=|City=Austin|StateOrProvince=TX|PostalCode=78701',
  },
  {
    name: 'RESO with an unparsed address',
    columns:
      'ListingKey=9|UnparsedAddress=1100 Congress Ave|City=Austin|StateOrProvince=TX|PostalCode=78701|CountyOrParish=Travis',
  },
  {
    name: 'MLS with spaces',
    columns:
      'MLS #=77|Street Number=1100|Street Dir Prefix=|Street Name=Congress|Street Suffix=Ave|City=Austin|State Or Province=TX|Postal Code=78701',
  },
  {
    name: 'a table with spaced names and no state',
    columns: 'Street Number=1100|Street Name=Congress Ave|City=Austin|State=TX|Postal Code=78701',
  },
  {
    name: 'a table with a location address',
    columns: 'Location Address=1100 Congress Ave|City=Austin|ST=TX|ZIP Code=78701',
  },
  {
    name: 'Florida property roll',
    columns:
      'PARCEL_ID=3|OWN_NAME=Quillwater LLC|OWN_ADDR1=9 Elsewhere Rd|OWN_ADDR2=|OWN_CITY=Dallas|OWN_STATE=TX|OWN_ZIPCD=75201|PHY_ADDR1=1100 Congress Ave|PHY_ADDR2=|PHY_CITY=Austin|PHY_ZIPCD=78701',
    address: NO_STATE,
  },
  {
    name: 'Texas parcels',
    columns:
      'PROP_ID=3|OWNER_NAME=Q|SITUS_ADDR=1100 Congress Ave|SITUS_NUM=1100|SITUS_STREET_PREFIX=|SITUS_STREET=Congress|SITUS_STREET_SUFFIX=Ave|SITUS_CITY=Austin|SITUS_STATE=TX|SITUS_ZIP=78701|MAIL_ADDR=9 Elsewhere Rd|MAIL_CITY=Dallas|MAIL_STAT=TX|MAIL_ZIP=75201',
  },
  {
    name: 'appraisal district with parts',
    columns:
      'prop_id=3|situs_num=1100|situs_street_prefx=|situs_street=Congress|situs_street_suffix=Ave|situs_unit=|situs_city=Austin|situs_zip=78701',
    address: NO_STATE,
  },
  {
    name: 'Harris County',
    columns:
      'acct=12|site_addr_1=1100 Congress Ave|site_addr_2=Austin|site_addr_3=78701|mail_addr_1=9 Elsewhere Rd|mail_city=Dallas|mail_state=TX|mail_zip=75201',
    address: NO_STATE,
  },
  {
    name: 'Harris County parts',
    columns: 'str_num=1100|str_pfx=|str=Congress|str_sfx=Ave|str_sfx_dir=|str_unit=|city=Austin|state=TX|zip=78701',
  },
  {
    name: 'Dallas County',
    columns:
      'ACCOUNT_NUM=1|OWNER_ADDRESS_LINE1=9 Elsewhere Rd|OWNER_CITY=Dallas|OWNER_STATE=TEXAS|OWNER_ZIPCODE=75201|STREET_NUM=1100|STREET_HALF_NUM=|FULL_STREET_NAME=Congress Ave|BLDG_ID=|UNIT_ID=|PROPERTY_CITY=Austin|PROPERTY_ZIPCODE=78701',
    address: NO_STATE,
  },
  {
    name: 'Los Angeles County',
    columns:
      'AIN=5|SitusHouseNo=1100|SitusFraction=|SitusDirection=|SitusUnit=|SitusStreet=Congress Ave|SitusCity=Austin|SitusZIP=78701',
    address: NO_STATE,
  },
  {
    name: 'Los Angeles County, whole',
    columns:
      'AIN=5|PropertyLocation=1100 Congress Ave Austin TX 78701|TaxRateArea=1|SitusAddress=1100 Congress Ave|SitusCity=Austin|SitusZIP=78701',
    address: NO_STATE,
  },
  {
    name: 'assessor with situs and mailing',
    columns:
      'APN=5|Situs Address=1100 Congress Ave|Situs City=Austin|Situs Zip=78701|Mailing Address=9 Elsewhere Rd|Mailing City=Dallas|Mailing Zip=75201',
    address: NO_STATE,
  },
  {
    name: 'Florida voters',
    columns:
      'County Code=TRA|Voter ID=1|Name Last=Q|Name Suffix=Jr|Residence Address Line 1=1100 Congress Ave|Residence Address Line 2=|Residence City (USPS)=Austin|Residence State=TX|Residence Zipcode=78701|Mailing Address Line 1=9 Elsewhere Rd|Mailing City=Dallas|Mailing State=TX|Mailing Zipcode=75201',
  },
  {
    name: 'Texas voters',
    columns:
      'VUID=1|SUFFIX=Jr|PERM_HOUSE_NUM=1100|PERM_PRE_DIR=|PERM_STREET_NAME=Congress|PERM_STREET_TYPE=Ave|PERM_UNIT_NUM=|PERM_CITY=Austin|PERM_ZIPCODE=78701|MAILING_ADDRESS_1=9 Elsewhere Rd|MAILING_CITY=Dallas',
    address: NO_STATE,
  },
  {
    name: 'California voters',
    columns:
      'RegistrantID=1|AddressNumber=1100|HouseFractionNumber=|AddressNumberSuffix=|StreetDirPrefix=|StreetName=Congress|StreetType=Ave|StreetDirSuffix=|UnitType=|UnitNumber=|City=Austin|State=TX|Zip=78701',
  },
  {
    name: 'North Carolina voters',
    columns:
      'ncid=1|house_num=1100|half_code=|street_dir=|street_name=Congress|street_type_cd=Ave|street_sufx_cd=|unit_num=|res_city_desc=Austin|state_cd=TX|zip_code=78701',
  },
  {
    name: 'voter vendor',
    columns:
      'LALVOTERID=1|Residence_Addresses_AddressLine=1100 Congress Ave|Residence_Addresses_ExtraAddressLine=|Residence_Addresses_City=Austin|Residence_Addresses_State=TX|Residence_Addresses_Zip=78701|Residence_Addresses_ZipPlus4=1234|Residence_Addresses_HouseNumber=1100|Residence_Addresses_StreetName=Congress|Mailing_Addresses_AddressLine=9 Elsewhere Rd|Mailing_Addresses_City=Dallas',
  },
  {
    name: 'Census batch geocoder',
    columns: 'Unique ID=1|Street address=1100 Congress Ave|City=Austin|State=TX|ZIP=78701',
  },
  {
    name: 'OpenStreetMap tags',
    columns: 'addr:housenumber=1100|addr:street=Congress Ave|addr:city=Austin|addr:state=TX|addr:postcode=78701',
  },
  {
    name: 'schema.org',
    columns: 'streetAddress=1100 Congress Ave|addressLocality=Austin|addressRegion=TX|postalCode=78701',
  },
  {
    name: 'Google components',
    columns: 'street_number=1100|route=Congress Ave|locality=Austin|administrative_area_level_1=TX|postal_code=78701',
  },
  {
    name: 'formatted address',
    columns: 'place_id=x|formatted_address=1100 Congress Ave, Austin, TX 78701, USA',
    address: '1100 Congress Ave, Austin, TX 78701, USA',
  },
  {
    name: 'Google contacts',
    columns:
      'Name=Q|Address 1 - Type=Home|Address 1 - Street=1100 Congress Ave|Address 1 - City=Austin|Address 1 - Region=TX|Address 1 - Postal Code=78701',
  },
  {
    name: 'Salesforce',
    columns:
      'Id=1|MailingStreet=1100 Congress Ave|MailingCity=Austin|MailingState=TX|MailingPostalCode=78701|MailingCountry=US',
  },
  {
    name: 'shop orders',
    columns:
      'Name=#1001|Billing Name=Q|Shipping Address1=1100 Congress Ave|Shipping Address2=|Shipping City=Austin|Shipping Province=TX|Shipping Zip=78701|Billing Address1=9 Elsewhere Rd|Billing City=Dallas',
  },
  { name: 'house and street', columns: 'House No.=1100|Street=Congress Ave|City=Austin|State=TX|Zip=78701' },
  {
    name: 'house sign',
    columns: 'House #=1100|Street=Congress Ave|Apt #=|Town/City=Austin|State=TX|ZIP/Postal Code=78701',
  },
  {
    name: 'property columns',
    columns: 'Property Address=1100 Congress Ave|Property City=Austin|Property State=TX|Property Zip=78701',
  },
  {
    name: 'facility',
    columns:
      'FacilityName=Quillwater|FacilityStreetAddress=1100 Congress Ave|FacilityCity=Austin|FacilityState=TX|FacilityZipCode=78701',
  },
  {
    name: 'schools',
    columns:
      'School Name=Quillwater|School Street Address=1100 Congress Ave|School City=Austin|School State=TX|School Zip=78701',
  },
  {
    name: 'education survey',
    columns:
      'NCESSCH=1|LSTREET1=1100 Congress Ave|LSTREET2=|LCITY=Austin|LSTATE=TX|LZIP=78701|MSTREET1=9 Elsewhere Rd|MCITY=Dallas|MSTATE=TX|MZIP=75201',
  },
  {
    name: 'providers',
    columns:
      'NPI=1|Business Practice Location Address Line 1=1100 Congress Ave|Business Practice Location City Name=Austin|Business Practice Location State Name=TX|Business Practice Location Postal Code=78701',
  },
  {
    name: 'incidents',
    columns:
      'case_number=12|incident_address=1100 Congress Ave|incident_city=Austin|incident_state=TX|incident_zip=78701',
  },
  { name: 'short names', columns: 'addr=1100 Congress Ave|cty=Austin|st=TX|zip=78701' },
  { name: 'glued names', columns: 'STNO=1100|STNAME=Congress|STTYPE=Ave|CITYNAME=Austin|STATECD=TX|ZIPCODE=78701' },
  {
    name: 'dotted names',
    columns: 'address.street=1100 Congress Ave|address.city=Austin|address.state=TX|address.zip=78701',
  },
  { name: 'kebab', columns: 'street-address=1100 Congress Ave|city-name=Austin|state-code=TX|zip-code=78701' },
  {
    name: 'city, state and ZIP in one',
    columns: 'Address=1100 Congress Ave|City State Zip=Austin TX 78701',
    address: '1100 Congress Ave, Austin TX 78701',
  },
  {
    name: 'business licenses',
    columns:
      'License No=8|DBA Name=Q|Business Address=1100 Congress Ave|Business City=Austin|Business State=TX|Business Zip=78701|Owner Name=R',
  },
  {
    name: 'directional and type apart',
    columns: 'Number=1100|Dir=|Name=Q|Street Name=Congress|Type=|Street Type=Ave|City=Austin|State=TX|Zip=78701',
  },
  { name: 'ZIP plus 4 beside', columns: 'Address=1100 Congress Ave|City=Austin|State=TX|Zip=78701|Zip4=1234' },
  {
    name: 'permit',
    columns:
      'Permit Num=55|Original Address 1=1100 Congress Ave|Original City=Austin|Original State=TX|Original Zip=78701',
  },
]
