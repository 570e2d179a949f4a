import type { AddressLayout } from './address-layouts.ts'

const NO_STATE = '1100 Congress Ave, Austin, 78701'

/** More layouts, from exports of programs, public registers and hand-made worksheets. */
export const furtherLayouts: readonly AddressLayout[] = [
  {
    name: 'HubSpot contacts',
    columns:
      'Record ID=1|First Name=Q|Last Name=R|Email=q@example.com|Street Address=1100 Congress Ave|City=Austin|State/Region=TX|Postal Code=78701|Country/Region=United States',
  },
  {
    name: 'HubSpot companies',
    columns:
      'Company name=Q|Company owner=R|Street Address=1100 Congress Ave|Street Address 2=|City=Austin|State/Region=TX|Postal Code=78701|Time Zone=CT',
  },
  {
    name: 'Salesforce accounts',
    columns:
      'Account Name=Q|Billing Street=1100 Congress Ave|Billing City=Austin|Billing State/Province=TX|Billing Zip/Postal Code=78701|Billing Country=US',
  },
  {
    name: 'Salesforce export of fields',
    columns:
      'ID=1|ISDELETED=0|MASTERRECORDID=|BILLINGSTREET=1100 Congress Ave|BILLINGCITY=Austin|BILLINGSTATE=TX|BILLINGPOSTALCODE=78701|BILLINGCOUNTRY=US|BILLINGLATITUDE=|BILLINGLONGITUDE=',
  },
  {
    name: 'Shopify customers',
    columns:
      'First Name=Q|Last Name=R|Email=q@example.com|Company=|Default Address Company=|Default Address Address1=1100 Congress Ave|Default Address Address2=|Default Address City=Austin|Default Address Province Code=TX|Default Address Country Code=US|Default Address Zip=78701',
  },
  {
    name: 'Shopify locations',
    columns:
      'Name=Shop|Address1=1100 Congress Ave|Address2=|City=Austin|Zip=78701|Province=Texas|Country=United States',
    address: '1100 Congress Ave, Austin, Texas, 78701',
  },
  {
    name: 'WooCommerce orders',
    columns:
      'Order Number=5|Billing Address 1=1100 Congress Ave|Billing Address 2=|Billing City=Austin|Billing State=TX|Billing Postcode=78701|Billing Country=US|Billing Phone=5125550100',
  },
  {
    name: 'WooCommerce meta',
    columns:
      'order_id=5|shipping_first_name=Q|shipping_address_1=1100 Congress Ave|shipping_address_2=|shipping_city=Austin|shipping_state=TX|shipping_postcode=78701|billing_address_1=9 Elsewhere Rd|billing_city=Dallas|billing_state=TX|billing_postcode=75201',
  },
  {
    name: 'Magento',
    columns:
      'email=q@example.com|_address_city=Austin|_address_postcode=78701|_address_region=Texas|_address_street=1100 Congress Ave|_address_country_id=US',
    address: '1100 Congress Ave, Austin, Texas, 78701',
  },
  {
    name: 'Google Contacts',
    columns:
      'Name=Q|Given Name=Q|Address 1 - Type=Home|Address 1 - Formatted=1100 Congress Ave, Austin, TX 78701, US|Address 1 - Street=1100 Congress Ave|Address 1 - City=Austin|Address 1 - PO Box=|Address 1 - Region=TX|Address 1 - Postal Code=78701|Address 1 - Country=US|Address 1 - Extended Address=',
  },
  {
    name: 'Outlook contacts',
    needsRows: true,
    columns:
      'First Name=Q|Company=|Home Street=1100 Congress Ave|Home City=Austin|Home State=TX|Home Postal Code=78701|Home Country/Region=|Business Street=|Business City=|Business State=|Business Postal Code=',
  },
  {
    name: 'Mailchimp',
    columns:
      'Email Address=q@example.com|First Name=Q|Address=1100 Congress Ave  Austin, TX 78701|Phone Number=|MEMBER_RATING=2|OPTIN_TIME=2024-01-01',
    address: '1100 Congress Ave  Austin, TX 78701',
  },
  {
    name: 'Stripe customers',
    columns:
      'id=cus_1|Email=q@example.com|Card Address Line1=1100 Congress Ave|Card Address Line2=|Card Address City=Austin|Card Address State=TX|Card Address Country=US|Card Address Zip=78701',
  },
  {
    name: 'PayPal activity',
    columns:
      'Date=1/2/2024|Name=Q|Gross=5.00|Address Line 1=1100 Congress Ave|Address Line 2/District/Neighborhood=|Town/City=Austin|State/Province/Region/County/Territory/Prefecture/Republic=TX|Zip/Postal Code=78701|Country=United States',
  },
  {
    name: 'Etsy orders',
    columns:
      'Order ID=5|Full Name=Q|Street 1=1100 Congress Ave|Street 2=|Ship City=Austin|Ship State=TX|Ship Zipcode=78701|Ship Country=United States',
  },
  {
    name: 'Amazon orders',
    columns:
      'order-id=5|buyer-name=Q|ship-address-1=1100 Congress Ave|ship-address-2=|ship-address-3=|ship-city=Austin|ship-state=TX|ship-postal-code=78701|ship-country=US',
  },
  {
    name: 'Eventbrite',
    columns:
      'Attendee #=1|Home Address 1=1100 Congress Ave|Home Address 2=|Home City=Austin|Home State=TX|Home Zip=78701|Home Country=US',
  },
  {
    name: 'QuickBooks',
    columns:
      'Customer=Q|Phone=|Street Address=1100 Congress Ave|City=Austin|State=TX|Country=USA|Zip=78701|Open Balance=0.00',
  },
  {
    name: 'Pipedrive',
    columns:
      'Organization - Name=Q|Organization - Address=1100 Congress Ave, Austin, TX 78701, USA|Organization - ID=1|Organization - Owner=R',
    address: '1100 Congress Ave, Austin, TX 78701, USA',
  },
  {
    name: 'Airtable',
    columns: 'Name=Q|Street=1100 Congress Ave|City=Austin|State=TX|ZIP=78701|Attachments=|Last Modified=2024-01-01',
  },
  {
    name: 'Zillow listing',
    columns:
      'zpid=7|address/streetAddress=1100 Congress Ave|address/city=Austin|address/state=TX|address/zipcode=78701|price=425000|bedrooms=3',
  },
  {
    name: 'Redfin',
    columns:
      'SALE TYPE=MLS Listing|PROPERTY TYPE=House|ADDRESS=1100 Congress Ave|CITY=Austin|STATE OR PROVINCE=TX|ZIP OR POSTAL CODE=78701|PRICE=425000|BEDS=3|LOCATION=Downtown|SQUARE FEET=1200',
  },
  {
    name: 'Airbnb hosts',
    columns:
      'listing_id=7|listing_name=Cozy Place|listing_street=1100 Congress Ave|listing_city=Austin|listing_state=TX|listing_zip=78701',
  },
  {
    name: 'attached headers of a data vendor',
    columns:
      'ATTOMID=7|PropertyAddressFull=1100 Congress Ave|PropertyAddressHouseNumber=1100|PropertyAddressStreetDirection=|PropertyAddressStreetName=Congress|PropertyAddressStreetSuffix=Ave|PropertyAddressCity=Austin|PropertyAddressState=TX|PropertyAddressZIP=78701',
  },
  {
    name: 'recorder of deeds',
    columns:
      'Instrument=7|Grantor=Q|Prop Addr=1100 Congress Ave|Prop City=Austin|Prop State=TX|Prop Zip=78701|Doc Date=2024-01-01',
  },
  {
    name: 'Travis County',
    columns:
      'PID=7|GEO_ID=1|PY_OWNER_NAME=Q|SITUS_NUM=1100|SITUS_STREET_PREFIX=|SITUS_STREET=Congress|SITUS_STREET_SUFFIX=Ave|SITUS_CITY=Austin|SITUS_ZIP=78701',
    address: NO_STATE,
  },
  {
    name: 'Miami-Dade',
    columns:
      'FOLIO=30|TRUE_OWNER1=Q|TRUE_SITE_ADDR=1100 Congress Ave|TRUE_SITE_UNIT=|TRUE_SITE_CITY=Austin|TRUE_SITE_ZIP_CODE=78701|TRUE_MAILING_ADDR1=9 Elsewhere Rd|TRUE_MAILING_CITY=Dallas|TRUE_MAILING_STATE=TX|TRUE_MAILING_ZIP_CODE=75201',
    address: NO_STATE,
  },
  {
    name: 'San Diego parcels',
    needsRows: true,
    columns:
      'APN=7|OWN_NAME1=Q|OWN_ADDR1=9 Elsewhere Rd|OWN_ZIP=75201|SITUS_JURI=AU|SITUS_ADDRESS=1100|SITUS_PRE_DIR=|SITUS_STREET=Congress|SITUS_SUFFIX=Ave|SITUS_COMMUNITY=Austin|SITUS_ZIP=78701',
    address: NO_STATE,
  },
  {
    name: 'San Francisco permits',
    columns:
      'Permit Number=7|Block=1|Lot=2|Street Number=1100|Street Number Suffix=|Street Name=Congress|Street Suffix=Ave|Unit=|City=Austin|Zipcode=78701|Description=new roof',
    address: NO_STATE,
  },
  {
    name: '311 requests',
    columns:
      'Service Request (SR) Number=7|SR Location=1100 Congress Ave, Austin, TX 78701|Street Number=1100|Street Name=Congress Ave|City=Austin|Zip Code=78701|County=TRAVIS',
    address: NO_STATE,
  },
  {
    name: 'food inspections',
    columns:
      'Facility ID=7|Business Name=Q|Location Street Address=1100 Congress Ave|Location City=Austin|Location State=TX|Location Zip=78701|Inspection Date=2024-01-01',
  },
  {
    name: 'toxic releases',
    columns:
      'TRIFD=7|FACILITY NAME=Q|STREET ADDRESS=1100 Congress Ave|CITY=Austin|COUNTY=TRAVIS|ST=TX|ZIP=78701|PARENT CO NAME=R',
  },
  {
    name: 'EPA facilities',
    columns:
      'REGISTRY_ID=7|FAC_NAME=Q|FAC_STREET=1100 Congress Ave|FAC_CITY=Austin|FAC_STATE=TX|FAC_ZIP=78701|FAC_COUNTY=TRAVIS|FAC_EPA_REGION=06',
  },
  {
    name: 'hospitals',
    columns:
      'Facility ID=7|Facility Name=Q|Address=1100 Congress Ave|City/Town=Austin|State=TX|ZIP Code=78701|County/Parish=TRAVIS|Telephone Number=(512) 555-0100',
  },
  {
    name: 'nonprofits',
    columns: 'EIN=7|NAME=Q|ICO=|STREET=1100 Congress Ave|CITY=Austin|STATE=TX|ZIP=78701-1234|GROUP=0|SUBSECTION=3',
    address: '1100 Congress Ave, Austin, TX, 78701-1234',
  },
  {
    name: 'campaign contributions',
    columns:
      'committee_id=7|contributor_name=Q|contributor_street_1=1100 Congress Ave|contributor_street_2=|contributor_city=Austin|contributor_state=TX|contributor_zip=78701|contributor_employer=R',
  },
  {
    name: 'Bing components',
    columns:
      'addressLine=1100 Congress Ave|locality=Austin|adminDistrict=TX|adminDistrict2=Travis County|postalCode=78701|countryRegion=United States',
  },
  {
    name: 'Pelias components',
    columns: 'housenumber=1100|street=Congress Ave|locality=Austin|region_a=TX|postalcode=78701|country_a=USA',
  },
  {
    name: 'libpostal',
    columns: 'house_number=1100|road=Congress Ave|unit=|city=Austin|state=TX|postcode=78701',
  },
  {
    name: 'HERE',
    columns:
      'houseNumber=1100|street=Congress Ave|district=Downtown|city=Austin|county=Travis|stateCode=TX|postalCode=78701',
  },
  {
    name: 'TomTom',
    columns:
      'streetNumber=1100|streetName=Congress Ave|municipality=Austin|countrySubdivisionCode=TX|postalCode=78701|countryCode=US',
  },
  {
    name: 'FedEx',
    columns:
      'recipientContactName=Q|recipientLine1=1100 Congress Ave|recipientLine2=|recipientCity=Austin|recipientState=TX|recipientPostcode=78701|recipientCountry=US',
  },
  {
    name: 'UPS',
    columns:
      'ShipTo_CompanyOrName=Q|ShipTo_StreetAddress=1100 Congress Ave|ShipTo_RoomFloorAddress2=|ShipTo_City=Austin|ShipTo_State=TX|ShipTo_ZipCode=78701',
  },
  {
    name: 'worksheet: number apart',
    columns: '#=1|Name=Q|House Number=1100|Street Name=Congress Ave|City=Austin|State=TX|Zip Code=78701',
  },
  { name: 'worksheet: lines', columns: 'Address 1=1100 Congress Ave|Address 2=|City=Austin|State=TX|Zip=78701' },
  {
    name: 'worksheet: city and state in one',
    columns: 'Client=Q|Address=1100 Congress Ave|City, State=Austin, TX|Zip=78701',
  },
  {
    name: 'worksheet: city, ST ZIP',
    columns: 'Client=Q|Street=1100 Congress Ave|City, State Zip=Austin, TX 78701',
    address: '1100 Congress Ave, Austin, TX 78701',
  },
  { name: 'worksheet: mailing only', columns: 'Name=Q|Mailing Address=1100 Congress Ave|City=Austin|St=TX|Zip=78701' },
  {
    name: 'worksheet: home',
    columns: 'Name=Q|Home Address=1100 Congress Ave|Home City=Austin|Home ST=TX|Home ZIP=78701',
  },
  { name: 'worksheet: empty headers', columns: '=1|Address=1100 Congress Ave|=x|City=Austin|State=TX|Zip=78701|=' },
  {
    name: 'worksheet: tenant list',
    columns:
      'Tenant=Q|Bldg=1|Unit #=|Property Street=1100 Congress Ave|Property City=Austin|Property ST=TX|Property ZIP=78701|Rent=1500',
  },
  {
    name: 'Spanish names',
    columns: 'Nombre=Q|Dirección=1100 Congress Ave|Ciudad=Austin|Estado=TX|Código Postal=78701',
  },
  { name: 'utility: lines of a front end', columns: 'FE_LINE1=1100 Congress Ave|FE_CITY=Austin|FE_ST=TX|FE_ZIP=78701' },
  {
    name: 'assessor: building number',
    columns: 'bldg_no=1100|street_nm=Congress Ave|municipality=Austin|zip=78701',
    address: '1100 Congress Ave, Austin, 78701',
  },
  {
    name: 'forms of a phone',
    columns: 'AddressLine1=1100 Congress Ave|AddressLine2=|Locality=Austin|AdministrativeArea=TX|PostalCode=78701',
  },
  {
    name: 'dwellings',
    columns: 'DWELLING NO=1100|DWELLING STREET=Congress Ave|DWELLING TOWN=Austin|DWELLING ZIP=78701',
    address: '1100 Congress Ave, Austin, 78701',
  },
]
