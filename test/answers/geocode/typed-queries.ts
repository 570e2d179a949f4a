/**
 * Queries as people type them, with the place they mean. They were written by hand from knowledge of the three states,
 * without looking at the answers. Each line is `query | lat | lon | km`, where the answer must be within `km`, or
 * `query | none`. The first list was used while the geocoder was developed. The second list was written afterward to
 * judge the geocoder: 92.9% of its queries were right before the misses were examined. The third list, mostly lesser
 * neighborhoods and landmarks, was written last: 84.5% of its queries were right.
 */
export const FIRST_QUERIES = `
San Francisco | 37.775 | -122.419 | 10
San Fransisco | 37.775 | -122.419 | 10
San Francisco, CA | 37.775 | -122.419 | 10
san francisco california | 37.775 | -122.419 | 10
SF | 37.775 | -122.419 | 10
SFO | 37.619 | -122.375 | 4
LA | 34.05 | -118.25 | 15
Los Angelas | 34.05 | -118.25 | 15
Los Angeles, California, USA | 34.05 | -118.25 | 15
LAX | 33.942 | -118.408 | 4
Sacremento | 38.58 | -121.49 | 12
Sacramento | 38.58 | -121.49 | 12
San Deigo | 32.72 | -117.16 | 20
San Diego CA | 32.72 | -117.16 | 20
St. Pete | 27.77 | -82.64 | 10
St Petersburg FL | 27.77 | -82.64 | 10
Saint Petersburg, Florida | 27.77 | -82.64 | 10
Jax | 30.33 | -81.66 | 20
Jacksonvile | 30.33 | -81.66 | 20
Huoston | 29.76 | -95.37 | 20
Houston TX | 29.76 | -95.37 | 20
Houston, Texas | 29.76 | -95.37 | 20
Dalas | 32.78 | -96.80 | 20
Dallas | 32.78 | -96.80 | 20
Austin | 30.27 | -97.74 | 15
Austin TX 78704 | 30.245 | -97.765 | 4
ATX | 30.27 | -97.74 | 15
Ft Worth | 32.755 | -97.33 | 15
Fort Worth Texas | 32.755 | -97.33 | 15
San Antonio | 29.42 | -98.49 | 15
San Antonio Tx | 29.42 | -98.49 | 15
El Paso | 31.76 | -106.49 | 15
Corpus Christi | 27.80 | -97.40 | 15
Corpus Cristi | 27.80 | -97.40 | 15
Galvaston | 29.30 | -94.80 | 10
Lubock | 33.58 | -101.86 | 10
Ft Lauderdale | 26.12 | -80.14 | 12
Fort Lauderdale, FL | 26.12 | -80.14 | 12
Miami | 25.77 | -80.20 | 12
miami fl | 25.77 | -80.20 | 12
Miami Beach | 25.80 | -80.13 | 8
Talahassee | 30.44 | -84.28 | 12
Tallahasee, FL | 30.44 | -84.28 | 12
Gainsville FL | 29.65 | -82.33 | 10
Orlando | 28.54 | -81.38 | 15
Orlando Florida | 28.54 | -81.38 | 15
Tampa, FL | 27.95 | -82.46 | 15
Clearwater Beach | 27.98 | -82.83 | 3
Naples, FL | 26.14 | -81.79 | 12
Key West | 24.555 | -81.79 | 5
West Palm Beach | 26.71 | -80.06 | 12
Oakland CA | 37.80 | -122.27 | 10
Berkeley | 37.87 | -122.27 | 6
San Jose | 37.34 | -121.89 | 12
Palo Alto | 37.44 | -122.14 | 6
Fresno | 36.74 | -119.79 | 12
Bakersfeild | 35.37 | -119.02 | 12
Santa Barbra | 34.42 | -119.70 | 8
Anahiem | 33.835 | -117.91 | 8
Long Beach CA | 33.77 | -118.19 | 10
Pasadena CA | 34.148 | -118.145 | 8
Pasadena TX | 29.69 | -95.21 | 10
Santa Monica | 34.02 | -118.49 | 5
Frisco TX | 33.15 | -96.82 | 8
Plano, TX | 33.02 | -96.70 | 10
Round Rock | 30.51 | -97.68 | 10
Waco | 31.55 | -97.15 | 10
Laredo TX | 27.51 | -99.51 | 10
McAllen | 26.20 | -98.23 | 10
90210 | 34.10 | -118.41 | 4
94110 | 37.75 | -122.415 | 2
78701 | 30.27 | -97.74 | 2
33139 | 25.785 | -80.14 | 3
77002 | 29.756 | -95.365 | 3
75201 | 32.788 | -96.80 | 2
32801 | 28.54 | -81.375 | 3
TX 78205 | 29.424 | -98.488 | 2
Travis County | 30.30 | -97.77 | 25
Orange County, CA | 33.75 | -117.85 | 25
Orange County FL | 28.50 | -81.35 | 25
Harris County Texas | 29.80 | -95.40 | 25
Miami-Dade County | 25.75 | -80.35 | 30
Los Angeles County | 34.05 | -118.25 | 35
California | 36.5 | -119.5 | 350
Texas | 31 | -98 | 300
Florida | 28 | -82 | 250
30.2672, -97.7431 | 30.2672 | -97.7431 | 0.1
30.2672 -97.7431 | 30.2672 | -97.7431 | 0.1
37.7749,-122.4194 | 37.7749 | -122.4194 | 0.1
-122.4194, 37.7749 | 37.7749 | -122.4194 | 0.1
25.7617° N, 80.1918° W | 25.7617 | -80.1918 | 0.1
N 25.7617 W 80.1918 | 25.7617 | -80.1918 | 0.1
34°03'08"N 118°14'37"W | 34.0522 | -118.2436 | 0.1
29 45 37 N 95 22 11 W | 29.7603 | -95.3697 | 0.1
geo:32.7767,-96.7970 | 32.7767 | -96.797 | 0.1
https://www.google.com/maps/@27.9506,-82.4572,13z | 27.9506 | -82.4572 | 0.1
https://www.openstreetmap.org/#map=15/28.5383/-81.3792 | 28.5383 | -81.3792 | 0.1
https://maps.apple.com/?ll=33.8121,-117.9190 | 33.8121 | -117.919 | 0.1
lat 38.5816 lon -121.4944 | 38.5816 | -121.4944 | 0.1
(32.7157, -117.1611) | 32.7157 | -117.1611 | 0.1
30.2672N 97.7431W | 30.2672 | -97.7431 | 0.1
30.2672, 97.7431 | 30.2672 | -97.7431 | 0.1
40.7128, -74.0060 | none
51.5074, -0.1278 | none
Mission District, San Francisco | 37.76 | -122.415 | 2
the Mission, SF | 37.76 | -122.415 | 2
Noe Valley | 37.75 | -122.433 | 1.5
Noe Valley San Francisco | 37.75 | -122.433 | 1.5
Castro, San Francisco | 37.761 | -122.435 | 1.5
Pacific Heights SF | 37.792 | -122.436 | 1.5
Outer Sunset | 37.755 | -122.495 | 2.5
North Beach San Francisco | 37.803 | -122.410 | 1.5
Bernal Heights | 37.74 | -122.415 | 1.5
SoMa San Francisco | 37.778 | -122.405 | 2
Haight Ashbury | 37.769 | -122.448 | 1.5
Rockridge, Oakland | 37.844 | -122.25 | 2
Willow Glen San Jose | 37.305 | -121.90 | 3
Silver Lake, Los Angeles | 34.087 | -118.27 | 2.5
Silverlake LA | 34.087 | -118.27 | 2.5
Echo Park, LA | 34.078 | -118.26 | 2.5
Koreatown Los Angeles | 34.062 | -118.30 | 2.5
Venice Beach | 33.985 | -118.47 | 2
Hollywood, CA | 34.10 | -118.33 | 4
Hollywood FL | 26.01 | -80.15 | 12
DTLA | 34.045 | -118.25 | 2.5
La Jolla | 32.84 | -117.27 | 5
La Jolla, CA | 32.84 | -117.27 | 5
Pacific Beach San Diego | 32.797 | -117.24 | 3
North Park, San Diego | 32.745 | -117.13 | 3
Gaslamp Quarter | 32.711 | -117.16 | 1.5
Hillcrest San Diego | 32.75 | -117.16 | 2.5
Hyde Park Austin | 30.305 | -97.728 | 2
Hyde Park, Austin, TX | 30.305 | -97.728 | 2
Hyde Park Tampa | 27.937 | -82.475 | 3
Zilker, Austin | 30.26 | -97.765 | 2.5
Mueller Austin | 30.298 | -97.705 | 2
South Congress Austin | 30.25 | -97.75 | 2
Downtown Austin | 30.268 | -97.743 | 1.5
Austin downtown | 30.268 | -97.743 | 1.5
East Austin | 30.265 | -97.71 | 4
Montrose, Houston | 29.745 | -95.39 | 2.5
The Heights, Houston | 29.80 | -95.40 | 3
Houston Heights | 29.80 | -95.40 | 3
River Oaks Houston | 29.752 | -95.425 | 3
Midtown Houston | 29.74 | -95.378 | 2
Third Ward Houston | 29.722 | -95.36 | 3
Sharpstown | 29.70 | -95.53 | 5
Deep Ellum | 32.784 | -96.784 | 1.5
Deep Ellum, Dallas, TX | 32.784 | -96.784 | 1.5
Oak Lawn Dallas | 32.81 | -96.81 | 3
Bishop Arts Dallas | 32.748 | -96.828 | 1.5
Lake Highlands, Dallas | 32.89 | -96.72 | 5
Uptown Dallas | 32.80 | -96.80 | 2
Alamo Heights | 29.484 | -98.466 | 4
Brickell | 25.76 | -80.193 | 1.5
Brickell, Miami | 25.76 | -80.193 | 1.5
Wynwood | 25.80 | -80.20 | 1.5
Little Havana | 25.767 | -80.22 | 2.5
Coconut Grove, FL | 25.728 | -80.243 | 3.5
Coconut Grove Miami | 25.728 | -80.243 | 3.5
South Beach | 25.782 | -80.135 | 2.5
South Beach, Miami Beach, FL | 25.782 | -80.135 | 2.5
Little Haiti Miami | 25.825 | -80.193 | 2.5
Ybor City | 27.963 | -82.437 | 2.5
Seminole Heights Tampa | 27.995 | -82.46 | 4
Channelside Tampa | 27.945 | -82.447 | 2.5
Riverside Jacksonville | 30.315 | -81.685 | 3
San Marco, Jacksonville | 30.30 | -81.65 | 3
College Park Orlando | 28.575 | -81.39 | 3
Thornton Park Orlando | 28.542 | -81.366 | 2
Victoria Park, Fort Lauderdale | 26.13 | -80.13 | 2
Golden Gate Park | 37.769 | -122.483 | 3
Golden Gate Bridge | 37.82 | -122.478 | 1.5
Alcatraz | 37.827 | -122.423 | 1
Pier 39 | 37.809 | -122.41 | 1
Pier 39, San Francisco | 37.809 | -122.41 | 1
Fishermans Wharf | 37.808 | -122.417 | 1
Oracle Park | 37.778 | -122.389 | 1
UC Berkeley | 37.872 | -122.259 | 1.5
Stanford University | 37.427 | -122.17 | 2.5
Stanford | 37.427 | -122.17 | 3
UCLA | 34.069 | -118.445 | 1.5
USC | 34.022 | -118.285 | 1.5
Caltech | 34.138 | -118.125 | 1
UCSD | 32.88 | -117.234 | 2
SDSU | 32.775 | -117.071 | 1.5
Griffith Observatory | 34.118 | -118.30 | 1
Dodger Stadium | 34.074 | -118.24 | 1
Disneyland | 33.812 | -117.919 | 1.5
Disneyland Anaheim | 33.812 | -117.919 | 1.5
Disneyland, California | 33.812 | -117.919 | 1.5
Disnyland | 33.812 | -117.919 | 1.5
Universal Studios Hollywood | 34.138 | -118.353 | 1.5
Santa Monica Pier | 34.008 | -118.499 | 1
San Diego Zoo | 32.735 | -117.149 | 1
Balboa Park | 32.734 | -117.145 | 2
Yosemite | 37.85 | -119.55 | 40
Yosemite National Park, CA | 37.85 | -119.55 | 40
Joshua Tree National Park | 33.88 | -115.90 | 40
Lake Tahoe | 39.05 | -120.05 | 25
UT Austin | 30.285 | -97.735 | 1.5
University of Texas at Austin | 30.285 | -97.735 | 1.5
Texas State Capitol | 30.2747 | -97.7404 | 1
Zilker Park | 30.267 | -97.773 | 2
Barton Springs | 30.264 | -97.771 | 1
Texas A&M | 30.615 | -96.34 | 3
Texas A&M University, College Station | 30.615 | -96.34 | 3
Rice University | 29.717 | -95.40 | 1.5
NASA Houston | 29.55 | -95.095 | 3
Minute Maid Park | 29.757 | -95.355 | 1
NRG Stadium | 29.685 | -95.41 | 1
AT&T Stadium | 32.748 | -97.093 | 1
Six Flags Over Texas | 32.755 | -97.07 | 1.5
SMU | 32.841 | -96.785 | 1.5
The Alamo | 29.426 | -98.486 | 1
Alamo, San Antonio | 29.426 | -98.486 | 1
River Walk San Antonio | 29.424 | -98.488 | 2
DFW | 32.897 | -97.038 | 4
DFW Airport | 32.897 | -97.038 | 4
IAH | 29.984 | -95.341 | 4
Houston Hobby Airport | 29.645 | -95.278 | 4
Austin airport | 30.194 | -97.67 | 4
Big Bend National Park | 29.25 | -103.25 | 45
Disney World | 28.385 | -81.564 | 6
Walt Disney World, Orlando | 28.385 | -81.564 | 6
Magic Kingdom | 28.418 | -81.581 | 1.5
Epcot | 28.375 | -81.549 | 1.5
Universal Orlando | 28.474 | -81.468 | 2
Kennedy Space Center | 28.57 | -80.65 | 10
Univeristy of Florida | 29.645 | -82.35 | 2.5
University of Florida | 29.645 | -82.35 | 2.5
FSU | 30.442 | -84.298 | 2
UCF | 28.602 | -81.20 | 2.5
MIA | 25.795 | -80.287 | 4
Tampa International Airport | 27.976 | -82.533 | 4
MCO | 28.429 | -81.309 | 4
Busch Gardens Tampa | 28.037 | -82.421 | 1.5
Hard Rock Stadium | 25.958 | -80.239 | 1
Everglades National Park | 25.35 | -80.9 | 60
Sanibel Island | 26.44 | -82.10 | 10
Lake Okeechobee | 26.95 | -80.80 | 25
Siesta Key | 27.27 | -82.55 | 6
1600 Amphitheatre Parkway, Mountain View, CA 94043 | 37.422 | -122.084 | 5
1 Infinite Loop Cupertino CA 95014 | 37.332 | -122.03 | 5
2301 Marsh Lane, Plano, TX 75093 | 33.03 | -96.85 | 6
350 5th Ave Miami FL | 25.77 | -80.20 | 12
123 Main St, Houston, TX 77002 | 29.76 | -95.36 | 3
1100 Congress Ave Austin TX | 30.27 | -97.74 | 12
Congress Ave 1100, Austin, TX 78701 | 30.27 | -97.74 | 3
Elm St 123, Dallas, TX | 32.78 | -96.80 | 20
Main St 500 Houston TX | 29.76 | -95.36 | 20
14110 Sam Houston Pkwy N Houston TX | 29.80 | -95.40 | 25
5th and Congress, Austin | 30.27 | -97.74 | 15
Hollywood and Vine, Los Angeles | 34.10 | -118.327 | 20
Market St & Castro St, San Francisco CA | 37.762 | -122.435 | 8
corner of Ocean Dr and 5th St, Miami Beach, FL | 25.774 | -80.133 | 8
Biscayne Blvd at NE 36th St, Miami FL | 25.81 | -80.19 | 20
Sunset Blvd, LA | 34.09 | -118.33 | 20
123 Main St San Fransisco CA | 37.79 | -122.39 | 8
500 Brickell Ave, Miami FL 33131 | 25.769 | -80.19 | 3
4000 Central Florida Blvd Orlando FL 32816 | 28.60 | -81.20 | 4
400 Broad St, Seattle, WA 98109 | none
Toronto, Canada | none
London | none
London, UK | none
Paris, France | none
Paris, TX | 33.66 | -95.55 | 8
Paris Texas | 33.66 | -95.55 | 8
Berlin, Germany | none
New York | none
New York, NY | none
Chicago IL | none
Las Vegas | none
Seattle | none
Mexico City, Mexico | none
Tokyo | none
asdfghjkl | none
xyz 123 | none
hello world | none
nowhere | none
????? | none
`

export const SECOND_QUERIES = `
San Jose, CA | 37.34 | -121.89 | 12
sanjose ca | 37.34 | -121.89 | 12
San Diago | 32.72 | -117.16 | 20
Sanfrancisco | 37.775 | -122.419 | 10
San Fran | 37.775 | -122.419 | 10
Los Angeles CA 90012 | 34.06 | -118.24 | 3
L.A. | 34.05 | -118.25 | 15
Sacramnto CA | 38.58 | -121.49 | 12
Stokton CA | 37.96 | -121.29 | 10
Modesto | 37.64 | -121.00 | 8
Riverside, CA | 33.95 | -117.40 | 12
San Bernadino | 34.11 | -117.29 | 10
Irvine | 33.68 | -117.82 | 8
Huntington Bch CA | 33.68 | -118.00 | 8
Costa Mesa, California | 33.64 | -117.92 | 6
Burbank CA | 34.18 | -118.31 | 6
Glendale, CA | 34.15 | -118.25 | 8
W Hollywood CA | 34.09 | -118.36 | 4
West Hollywood | 34.09 | -118.36 | 4
Culver City | 34.02 | -118.40 | 4
Mt View CA | 37.39 | -122.08 | 5
Mountain View, CA | 37.39 | -122.08 | 5
Sunnyvale | 37.37 | -122.04 | 6
Santa Rosa CA | 38.44 | -122.71 | 8
Napa | 38.30 | -122.29 | 8
Santa Cruz | 36.97 | -122.03 | 7
Monterey CA | 36.60 | -121.89 | 5
Redding, CA | 40.58 | -122.38 | 10
Eureka CA | 40.80 | -124.16 | 7
Palm Springs | 33.83 | -116.54 | 10
South San Francisco | 37.655 | -122.41 | 5
Arlington TX | 32.72 | -97.11 | 12
Arlington, Texas | 32.72 | -97.11 | 12
Garland | 32.91 | -96.63 | 10
Irving TX | 32.84 | -96.96 | 10
Amarilo TX | 35.20 | -101.83 | 12
Amarillo | 35.20 | -101.83 | 12
Midland TX | 32.00 | -102.10 | 10
Odessa, TX | 31.86 | -102.36 | 10
Brownsville TX | 25.93 | -97.48 | 10
Beaumont TX | 30.08 | -94.12 | 10
Sugarland TX | 29.60 | -95.63 | 9
Sugar Land | 29.60 | -95.63 | 9
The Woodlands TX | 30.17 | -95.48 | 10
Katy, TX | 29.79 | -95.80 | 14
College Station | 30.60 | -96.32 | 10
San Marcos TX | 29.88 | -97.94 | 8
New Braunfels | 29.70 | -98.12 | 10
Georgetown TX | 30.64 | -97.68 | 12
Abilene Texas | 32.45 | -99.74 | 10
Wichita Falls, TX | 33.90 | -98.50 | 10
Tyler TX | 32.35 | -95.30 | 10
Galveston | 29.29 | -94.80 | 10
McKinney TX | 33.20 | -96.64 | 10
Denton | 33.21 | -97.13 | 10
San Antone | 29.42 | -98.49 | 15
Daytona | 29.21 | -81.03 | 10
Daytona Beach FL | 29.21 | -81.03 | 10
St Augustine | 29.89 | -81.31 | 12
Saint Augustine FL | 29.89 | -81.31 | 12
Ft Myers FL | 26.62 | -81.85 | 14
Cape Coral | 26.60 | -81.98 | 12
Sarasota | 27.33 | -82.53 | 12
Sarasotta FL | 27.33 | -82.53 | 12
Pensacola, FL | 30.44 | -87.21 | 14
Panama City Beach | 30.18 | -85.80 | 10
Boca Raton | 26.36 | -80.10 | 10
Boca Ratton | 26.36 | -80.10 | 10
Delray Bch FL | 26.46 | -80.08 | 9
Coral Gables | 25.74 | -80.27 | 7
Hialeah, FL | 25.86 | -80.29 | 8
Kissimee FL | 28.29 | -81.41 | 15
Kissimmee | 28.29 | -81.41 | 15
Lakeland FL | 28.04 | -81.95 | 14
Ocala | 29.19 | -82.13 | 18
Melbourne, FL | 28.10 | -80.65 | 12
Melbourne | none
Port St Lucie FL | 27.28 | -80.35 | 12
WPB | 26.71 | -80.06 | 12
N Miami Beach FL | 25.93 | -80.16 | 6
Winter Park, FL | 28.60 | -81.34 | 8
The Villages FL | 28.92 | -81.97 | 12
Destin | 30.39 | -86.47 | 9
94105 | 37.79 | -122.395 | 2
90401 | 34.015 | -118.493 | 2
92101 | 32.72 | -117.165 | 3
95814 | 38.58 | -121.49 | 3
77056 | 29.75 | -95.467 | 3
78205-1234 | 29.424 | -98.488 | 3
zip 75205 | 32.837 | -96.795 | 3
33602 | 27.955 | -82.455 | 3
Miami 33130 | 25.767 | -80.205 | 3
CA 92617 | 33.645 | -117.845 | 4
King County WA | none
Bexar County, TX | 29.45 | -98.52 | 25
Broward County | 26.15 | -80.25 | 25
San Mateo County CA | 37.50 | -122.33 | 25
Alameda County | 37.68 | -122.05 | 25
26.1224, -80.1373 | 26.1224 | -80.1373 | 0.1
34.0522 N, 118.2437 W | 34.0522 | -118.2437 | 0.1
-97.7431 30.2672 | 30.2672 | -97.7431 | 0.1
30° 16' 1.9" N, 97° 44' 35.2" W | 30.2672 | -97.7431 | 0.1
37 46.494 N 122 25.164 W | 37.7749 | -122.4194 | 0.1
37°46'29.6"N 122°25'09.8"W | 37.7749 | -122.4194 | 0.1
https://www.google.com/maps/place/Houston,+TX/@29.7604,-95.3698,10z | 29.7604 | -95.3698 | 0.1
https://maps.google.com/?q=25.7617,-80.1918 | 25.7617 | -80.1918 | 0.1
https://www.bing.com/maps?cp=32.7767~-96.7970 | 32.7767 | -96.797 | 0.1
Latitude: 27.9506, Longitude: -82.4572 | 27.9506 | -82.4572 | 0.1
POINT(-95.3698 29.7604) | 29.7604 | -95.3698 | 0.1
[37.8044, -122.2712] | 37.8044 | -122.2712 | 0.1
28,5383; -81,3792 | 28.5383 | -81.3792 | 0.1
33.4484, -112.0740 | none
0, 0 | none
Marina District, San Francisco | 37.80 | -122.437 | 1.5
Nob Hill SF | 37.793 | -122.415 | 1.5
Russian Hill | 37.80 | -122.42 | 1.5
Potrero Hill, San Francisco, CA | 37.759 | -122.40 | 2
Bayview San Francisco | 37.73 | -122.388 | 2.5
Inner Richmond SF | 37.78 | -122.465 | 2
Glen Park San Francisco | 37.735 | -122.433 | 1.5
SF Chinatown | 37.794 | -122.407 | 1.5
Temescal Oakland | 37.835 | -122.26 | 2
Montclair, Oakland | 37.83 | -122.21 | 3
Land Park Sacramento | 38.54 | -121.50 | 3
Midtown Sacramento | 38.573 | -121.475 | 2.5
Los Feliz | 34.11 | -118.29 | 3
Los Feliz, Los Angeles, CA | 34.11 | -118.29 | 3
Westwood LA | 34.06 | -118.44 | 3
Brentwood, Los Angeles | 34.06 | -118.48 | 4
Sherman Oaks | 34.15 | -118.45 | 5
Studio City CA | 34.14 | -118.39 | 5
Pacific Palisades | 34.045 | -118.53 | 5
Boyle Heights LA | 34.04 | -118.21 | 3
Mar Vista, Los Angeles | 34.005 | -118.43 | 3
Eagle Rock Los Angeles | 34.138 | -118.21 | 3
Venice, CA | 33.99 | -118.46 | 4
Naples Long Beach | 33.755 | -118.12 | 2.5
Belmont Shore, Long Beach, CA | 33.757 | -118.137 | 2
Ocean Beach San Diego | 32.745 | -117.245 | 2.5
Mission Valley, San Diego | 32.77 | -117.15 | 5
Little Italy San Diego | 32.723 | -117.168 | 1.5
East Village San Diego | 32.713 | -117.152 | 2
Tarrytown, Austin | 30.295 | -97.775 | 2.5
Travis Heights Austin TX | 30.242 | -97.743 | 2
Clarksville Austin | 30.28 | -97.76 | 1.5
Bouldin Creek | 30.25 | -97.757 | 1.5
Crestview Austin | 30.343 | -97.727 | 2
Montopolis, Austin | 30.23 | -97.695 | 3
Downtown Houston | 29.76 | -95.368 | 2
Museum District Houston | 29.723 | -95.39 | 2
Alief Houston | 29.70 | -95.59 | 5
Meyerland, Houston | 29.685 | -95.46 | 3
Kingwood TX | 30.05 | -95.19 | 7
Clear Lake Houston | 29.58 | -95.13 | 6
Lakewood Dallas | 32.815 | -96.75 | 3
Oak Cliff, Dallas | 32.73 | -96.84 | 6
Preston Hollow | 32.875 | -96.80 | 4
Highland Park TX | 32.833 | -96.80 | 3
Downtown Dallas | 32.78 | -96.80 | 1.5
Fort Worth Stockyards | 32.789 | -97.347 | 1.5
King William San Antonio | 29.413 | -98.494 | 2
Stone Oak, San Antonio | 29.65 | -98.45 | 5
Southtown San Antonio | 29.41 | -98.49 | 2.5
Downtown Miami | 25.775 | -80.193 | 2
Edgewater, Miami | 25.805 | -80.188 | 2
Overtown Miami | 25.785 | -80.202 | 2
Liberty City, Miami | 25.83 | -80.225 | 3
Allapattah | 25.81 | -80.225 | 3
Miami Design District | 25.813 | -80.193 | 1.5
Las Olas, Fort Lauderdale | 26.119 | -80.135 | 2.5
Davis Islands Tampa | 27.915 | -82.453 | 3
Downtown Tampa | 27.948 | -82.458 | 2
Westchase FL | 28.055 | -82.61 | 4
Old Northeast, St Petersburg | 27.785 | -82.628 | 2.5
Baldwin Park Orlando | 28.57 | -81.325 | 3
Lake Nona, Orlando | 28.39 | -81.25 | 8
Dr Phillips FL | 28.45 | -81.49 | 5
Avondale Jacksonville FL | 30.30 | -81.705 | 3
Mandarin, Jacksonville | 30.16 | -81.63 | 6
Springfield Jacksonville | 30.345 | -81.652 | 3
Ferry Building San Francisco | 37.7955 | -122.3937 | 1
Chase Center SF | 37.768 | -122.388 | 1
Levis Stadium | 37.403 | -121.97 | 1
Apple Park | 37.335 | -122.009 | 1.5
Google HQ | 37.422 | -122.084 | 1.5
San Jose State University | 37.335 | -121.881 | 1.5
Oakland Airport | 37.72 | -122.22 | 4
Golden Gate Brige | 37.82 | -122.478 | 1.5
Monterey Bay Aquarium | 36.618 | -121.902 | 1
UC Davis | 38.54 | -121.755 | 3
Hollywood Bowl | 34.112 | -118.339 | 1
Hollywood sign | 34.134 | -118.322 | 1
Getty Center | 34.078 | -118.474 | 1
The Grove, Los Angeles | 34.072 | -118.358 | 1
Rose Bowl Pasadena | 34.161 | -118.168 | 1
SoFi Stadium | 33.953 | -118.339 | 1
Knotts Berry Farm | 33.844 | -118.0 | 1
UC Irvine | 33.643 | -117.842 | 2
John Wayne Airport | 33.676 | -117.868 | 3
Legoland California | 33.126 | -117.31 | 1
Petco Park | 32.707 | -117.157 | 1
Cal Poly San Luis Obispo | 35.305 | -120.662 | 2
Death Valley National Park | 36.5 | -117.0 | 60
Texas Capitol | 30.2747 | -97.7404 | 1
6th Street Austin | 30.267 | -97.739 | 1.5
Circuit of the Americas | 30.133 | -97.64 | 2
The Domain, Austin | 30.402 | -97.725 | 1.5
Univ of Houston | 29.72 | -95.342 | 1.5
Texas Medical Center | 29.708 | -95.398 | 1.5
Galleria Houston | 29.739 | -95.464 | 1.5
Space Center Houston | 29.55 | -95.097 | 2.5
George Bush Airport | 29.984 | -95.341 | 4
Love Field | 32.847 | -96.852 | 3
TCU | 32.71 | -97.363 | 1.5
Dealey Plaza | 32.779 | -96.808 | 1
UTSA | 29.583 | -98.62 | 2
SeaWorld San Antonio | 29.458 | -98.70 | 1.5
Texas Tech University | 33.584 | -101.878 | 2
UTEP | 31.77 | -106.505 | 1.5
Baylor | 31.549 | -97.113 | 1.5
Fort Hood | 31.138 | -97.776 | 8
South Padre Island | 26.11 | -97.17 | 8
University of Miami | 25.718 | -80.279 | 2
FIU | 25.756 | -80.376 | 2
Ocean Drive Miami Beach | 25.78 | -80.131 | 2
Lincoln Road | 25.79 | -80.137 | 1.5
Fort Lauderdale Airport | 26.072 | -80.153 | 4
Hollywood Studios | 28.357 | -81.558 | 1.5
Animal Kingdom Disney | 28.36 | -81.591 | 1.5
Orlando International Airport | 28.429 | -81.309 | 4
Amway Center Orlando | 28.539 | -81.384 | 1
Daytona International Speedway | 29.185 | -81.07 | 1.5
USF Tampa | 28.06 | -82.413 | 2
Mar-a-Lago | 26.677 | -80.037 | 1
Florida State University Tallahassee | 30.442 | -84.298 | 2
Biscayne National Park | 25.45 | -80.2 | 25
Captiva | 26.52 | -82.19 | 8
1 Dr Carlton B Goodlett Pl, San Francisco, CA 94102 | 37.779 | -122.419 | 3
200 N Spring St Los Angeles CA 90012 | 34.054 | -118.243 | 3
1500 Marilla St Dallas TX 75201 | 32.776 | -96.797 | 3
901 Bagby Street, Houston, Texas | 29.76 | -95.37 | 25
Ocean Drive 1020, Miami Beach FL 33139 | 25.78 | -80.131 | 4
Lake Ave 100 West Palm Beach, FL | 26.71 | -80.06 | 15
Haight and Ashbury, San Francisco | 37.77 | -122.447 | 8
Westheimer Rd & Montrose Blvd Houston TX | 29.745 | -95.391 | 25
6th St and Lamar Blvd, Austin, TX 78703 | 30.27 | -97.754 | 4
NW 7th Ave & NW 62nd St Miami, FL 33127 | 25.83 | -80.208 | 4
1234 West Sam Houston Pkwy S Houston TX 77042 | 29.74 | -95.56 | 4
Main St, Dallas | 32.78 | -96.80 | 20
Vancouver, British Columbia | none
Montreal Canada | none
Sydney Australia | none
Madrid, Spain | none
Cancun Mexico | none
10 Downing Street, London SW1A 2AA | none
Phoenix AZ | none
Boston, Massachusetts | none
Denver | none
Atlanta, GA 30303 | none
Portland OR | none
Honolulu, Hawaii | none
qwertyuiop | none
lorem ipsum dolor | none
12345678 | none
test | none
my house | none
`

export const THIRD_QUERIES = `
Cupertino | 37.32 | -122.03 | 5
Fremont, CA | 37.55 | -121.98 | 10
Walnut Creek ca | 37.90 | -122.06 | 6
Pleasenton CA | 37.67 | -121.88 | 7
San Louis Obispo | 35.28 | -120.66 | 7
Ventura, California | 34.28 | -119.25 | 8
Rancho Cucamonga | 34.10 | -117.58 | 9
Temecula CA | 33.49 | -117.14 | 9
Chula Vista | 32.64 | -117.05 | 10
Escondido, CA | 33.13 | -117.08 | 9
Lancaster CA | 34.69 | -118.15 | 10
Richardson, TX | 32.96 | -96.72 | 8
Lewisville Texas | 33.04 | -97.00 | 9
Cedar Park TX | 30.51 | -97.83 | 8
Pflugerville | 30.45 | -97.62 | 8
Kileen TX | 31.11 | -97.73 | 9
Texarkana, TX | 33.43 | -94.06 | 9
San Angelo | 31.46 | -100.44 | 9
Pompano Bch | 26.24 | -80.12 | 9
Plantation, Florida | 26.13 | -80.25 | 8
Bradenton FL | 27.49 | -82.57 | 12
Jupiter, FL | 26.93 | -80.10 | 9
Altamonte Springs | 28.66 | -81.37 | 7
Palm Coast | 29.55 | -81.22 | 12
94607 | 37.805 | -122.295 | 4
90028 | 34.10 | -118.327 | 2
78746 | 30.29 | -97.81 | 6
33131 | 25.765 | -80.19 | 2
Collin County TX | 33.15 | -96.62 | 25
Hillsborough County, Florida | 27.95 | -82.38 | 25
27.9506N, 82.4572W | 27.9506 | -82.4572 | 0.1
32° 42' 56" N 117° 9' 40" W | 32.7156 | -117.1611 | 0.1
-80.1918,25.7617 | 25.7617 | -80.1918 | 0.1
https://goo.gl/maps?q=29.4241,-98.4936 | 29.4241 | -98.4936 | 0.1
Cole Valley San Francisco | 37.765 | -122.45 | 1.5
Dogpatch, SF | 37.758 | -122.39 | 2
Adams Point, Oakland | 37.812 | -122.255 | 2
Oak Park, Sacramento | 38.55 | -121.465 | 3
Highland Park Los Angeles | 34.115 | -118.20 | 3
Atwater Village | 34.118 | -118.26 | 2.5
Van Nuys | 34.19 | -118.45 | 5
Playa del Rey, Los Angeles | 33.955 | -118.445 | 3
University Heights San Diego | 32.755 | -117.14 | 2.5
Barton Hills, Austin, TX | 30.25 | -97.785 | 2.5
Allandale Austin | 30.34 | -97.75 | 2.5
Second Ward Houston | 29.75 | -95.335 | 3
Garden Oaks, Houston | 29.83 | -95.41 | 3.5
Greenway Plaza Houston | 29.73 | -95.43 | 2.5
Knox Henderson Dallas | 32.82 | -96.79 | 2.5
Vickery Meadow, Dallas | 32.87 | -96.755 | 3
Ridglea Fort Worth | 32.72 | -97.42 | 4
Coral Way Miami | 25.75 | -80.23 | 4
Bayshore, Miami Beach | 25.80 | -80.135 | 3
Palma Ceia Tampa | 27.925 | -82.49 | 3
Lake Eola Orlando | 28.543 | -81.372 | 1.5
Ortega, Jacksonville | 30.27 | -81.71 | 4
San Francisco State | 37.722 | -122.478 | 1.5
Santa Clara University | 37.35 | -121.938 | 1.5
Exploratorium | 37.801 | -122.398 | 1
Staples Center | 34.043 | -118.267 | 1
Huntington Library | 34.129 | -118.115 | 1.5
Burbank Airport | 34.20 | -118.358 | 3
Point Reyes National Seashore | 38.05 | -122.85 | 20
Channel Islands National Park | 34.0 | -119.8 | 60
Texas Motor Speedway | 33.037 | -97.282 | 2
American Airlines Center Dallas | 32.79 | -96.81 | 1
Lady Bird Lake | 30.26 | -97.74 | 4
Houston Zoo | 29.713 | -95.39 | 1.5
University of North Texas | 33.208 | -97.152 | 1.5
San Antonio airport | 29.534 | -98.47 | 3
Florida International University | 25.756 | -80.376 | 2
Cape Canaveral | 28.42 | -80.60 | 10
Bok Tower Gardens | 27.935 | -81.577 | 2
PBI airport | 26.683 | -80.096 | 3
Ringling Museum Sarasota | 27.382 | -82.561 | 1
Grand Ave 1500, Oakland CA 94610 | 37.82 | -122.24 | 4
4th and King San Francisco | 37.777 | -122.395 | 10
Pine Island Rd & Sunrise Blvd, Plantation FL | 26.15 | -80.265 | 10
1 Main St Dallas Texas 75202 | 32.78 | -96.80 | 2
Ottawa, Ontario | none
Dublin Ireland | none
Nashville TN | none
Salt Lake City, Utah | none
foo bar baz | none
`
