/**
 * Well-known places that no published file at hand names: parks, universities, sights, districts and regions, from
 * general knowledge, written down for this project. A line each: latitude, longitude, radius in meters that holds most
 * of it, city and state, then its names, parted by `=`, the one to show first; `~` marks a neighborhood, quarter or
 * region. The city is empty for a region.
 */
export const WELL_KNOWN_PLACES = `
37.7694 -122.4862 2400 San Francisco CA: Golden Gate Park
37.8199 -122.4783 1300 San Francisco CA: Golden Gate Bridge = Golden Gate
37.8087 -122.4098 300 San Francisco CA: Pier 39
37.8080 -122.4177 500 San Francisco CA: Fisherman's Wharf = Fishermans Wharf
37.8267 -122.4230 300 San Francisco CA: Alcatraz Island = Alcatraz
37.7786 -122.3893 250 San Francisco CA: Oracle Park = AT&T Park = Giants stadium
37.7680 -122.3877 250 San Francisco CA: Chase Center
37.7955 -122.3937 200 San Francisco CA: Ferry Building = SF Ferry Building = Ferry Building Marketplace
37.7880 -122.4075 350 San Francisco CA: Union Square
37.7609 -122.4350 700 San Francisco CA: ~The Castro = Castro = Castro District
37.7599 -122.4148 1300 San Francisco CA: ~Mission District = The Mission
37.7596 -122.4269 250 San Francisco CA: Dolores Park = Mission Dolores Park
37.7692 -122.4481 900 San Francisco CA: ~Haight-Ashbury = Haight Ashbury = The Haight = Upper Haight
37.7785 -122.4056 1200 San Francisco CA: ~SoMa = South of Market
37.7941 -122.4078 500 San Francisco CA: ~Chinatown
37.8029 -122.4484 400 San Francisco CA: Palace of Fine Arts
37.7989 -122.4662 2200 San Francisco CA: Presidio of San Francisco = The Presidio = Presidio
37.8024 -122.4058 300 San Francisco CA: Coit Tower = Telegraph Hill
37.8021 -122.4187 200 San Francisco CA: Lombard Street = Crooked Street
37.7841 -122.4075 250 San Francisco CA: Westfield San Francisco Centre = Powell Street Station
37.7219 -122.4782 600 San Francisco CA: San Francisco State University = SF State = SFSU
37.7766 -122.4506 500 San Francisco CA: University of San Francisco = USF
37.7631 -122.4577 600 San Francisco CA: UCSF = University of California San Francisco = UCSF Parnassus
37.7785 -122.4192 500 San Francisco CA: ~Civic Center
37.7952 -122.4029 700 San Francisco CA: ~Financial District = FiDi
37.7930 -122.3980 1500 San Francisco CA: ~Downtown San Francisco = Downtown SF = Downtown
37.8719 -122.2585 1100 Berkeley CA: University of California, Berkeley = UC Berkeley = Cal Berkeley = Berkeley campus
37.8044 -122.2712 1000 Oakland CA: ~Downtown Oakland = Downtown
37.8080 -122.2500 900 Oakland CA: Lake Merritt
37.7951 -122.2774 500 Oakland CA: ~Jack London Square
37.7503 -122.2011 400 Oakland CA: Oakland Coliseum = RingCentral Coliseum = Oakland Arena
37.4275 -122.1697 2200 Stanford CA: Stanford University = Stanford
37.4220 -122.0841 900 Mountain View CA: Googleplex = Google headquarters = Google campus = Google HQ
37.3349 -122.0090 800 Cupertino CA: Apple Park = Apple headquarters = Apple campus = Apple HQ
37.3318 -122.0302 300 Cupertino CA: Infinite Loop = Apple Infinite Loop Campus
37.4848 -122.1484 700 Menlo Park CA: Meta headquarters = Facebook headquarters = Facebook HQ = Meta HQ
37.4033 -121.9694 400 Santa Clara CA: Levi's Stadium = Levis Stadium = 49ers stadium
37.3326 -121.9010 300 San Jose CA: SAP Center = Shark Tank
37.3352 -121.8811 500 San Jose CA: San Jose State University = SJSU = San Jose State
37.3363 -121.8906 1000 San Jose CA: ~Downtown San Jose = Downtown
37.3206 -121.9480 500 San Jose CA: Santana Row
37.3496 -121.9390 600 Santa Clara CA: Santa Clara University
37.3976 -121.9770 600 Santa Clara CA: California's Great America = Great America
37.3875 -122.0575 25000  CA: ~Silicon Valley
37.7800 -122.2500 60000  CA: ~San Francisco Bay Area = Bay Area = SF Bay Area
37.8000 -122.2000 25000  CA: ~East Bay
37.5300 -122.3000 25000  CA: ~San Francisco Peninsula = The Peninsula
37.3000 -121.9500 25000  CA: ~South Bay
37.9914 -122.0600 500 Concord CA: Sunvalley Shopping Center
36.9916 -122.0583 2000 Santa Cruz CA: UC Santa Cruz = UCSC = University of California Santa Cruz
36.9643 -122.0177 500 Santa Cruz CA: Santa Cruz Beach Boardwalk = Santa Cruz Boardwalk
36.6182 -121.9019 200 Monterey CA: Monterey Bay Aquarium
36.6166 -121.9000 500 Monterey CA: Cannery Row
36.5683 -121.9500 1500 Pebble Beach CA: Pebble Beach Golf Links
36.2704 -121.8081 15000  CA: Big Sur
38.5382 -121.7617 2000 Davis CA: UC Davis = University of California Davis
38.5767 -121.4934 400 Sacramento CA: California State Capitol = State Capitol = Capitol
38.5816 -121.4944 1300 Sacramento CA: ~Downtown Sacramento = Downtown
38.5843 -121.5050 500 Sacramento CA: ~Old Sacramento = Old Town Sacramento
38.5802 -121.4997 300 Sacramento CA: Golden 1 Center
38.5611 -121.4240 700 Sacramento CA: Sacramento State = California State University Sacramento = Sac State = CSUS
38.1370 -122.2330 800 Vallejo CA: Six Flags Discovery Kingdom
38.4000 -122.3500 25000  CA: ~Napa Valley
38.3500 -122.5500 25000  CA: ~Sonoma Valley
39.0968 -120.0324 20000  CA: Lake Tahoe = Tahoe
39.1970 -120.2357 2500 Olympic Valley CA: Palisades Tahoe = Squaw Valley
38.9360 -119.9400 2500 South Lake Tahoe CA: Heavenly Mountain Resort = Heavenly
37.6308 -119.0326 3500 Mammoth Lakes CA: Mammoth Mountain
37.7456 -119.5936 4000 Yosemite Valley CA: Yosemite Valley
37.8970 -122.5811 2000 Mill Valley CA: Muir Woods = Muir Woods National Monument
36.5785 -118.2923 2000  CA: Mount Whitney
41.4092 -122.1949 5000  CA: Mount Shasta volcano
34.0522 -118.2437 2000 Los Angeles CA: ~Downtown Los Angeles = Downtown LA = DTLA = Downtown
34.1016 -118.3267 1800 Los Angeles CA: ~Hollywood
34.1017 -118.3405 500 Los Angeles CA: Hollywood Walk of Fame = Hollywood Blvd Walk of Fame = Chinese Theatre
34.1341 -118.3215 500 Los Angeles CA: Hollywood Sign
34.1122 -118.3391 300 Los Angeles CA: Hollywood Bowl
34.1184 -118.3004 400 Los Angeles CA: Griffith Observatory
34.1365 -118.2942 3000 Los Angeles CA: Griffith Park
34.0739 -118.2400 400 Los Angeles CA: Dodger Stadium
34.0430 -118.2673 300 Los Angeles CA: Crypto.com Arena = Staples Center = LA Live
34.0689 -118.4452 900 Los Angeles CA: University of California, Los Angeles = UCLA = UC Los Angeles
34.0224 -118.2851 800 Los Angeles CA: University of Southern California = USC
34.0638 -118.3592 300 Los Angeles CA: LACMA = Los Angeles County Museum of Art
34.0780 -118.4741 500 Los Angeles CA: Getty Center = The Getty = Getty Museum
34.0721 -118.3575 300 Los Angeles CA: The Grove = Farmers Market
33.9850 -118.4695 1200 Los Angeles CA: ~Venice Beach = Venice
34.0141 -118.2879 300 Los Angeles CA: Los Angeles Memorial Coliseum = LA Coliseum
34.0561 -118.2365 250 Los Angeles CA: Union Station = LA Union Station
34.0505 -118.2399 500 Los Angeles CA: ~Little Tokyo
34.0618 -118.3003 1500 Los Angeles CA: ~Koreatown = K-Town
34.0404 -118.2340 1000 Los Angeles CA: ~Arts District
34.0870 -118.2702 1700 Los Angeles CA: ~Silver Lake
34.0782 -118.2606 1500 Los Angeles CA: ~Echo Park
34.1141 -118.1997 2000 Los Angeles CA: ~Highland Park
34.0635 -118.4455 1200 Los Angeles CA: ~Westwood = Westwood Village
34.0511 -118.4737 2000 Los Angeles CA: ~Brentwood
34.1866 -118.4487 20000  CA: ~San Fernando Valley = The Valley
34.0537 -118.4170 600 Los Angeles CA: ~Century City
34.1381 -118.3534 1000 Universal City CA: Universal Studios Hollywood = Universal Studios = Universal Studios LA
34.0083 -118.4987 500 Santa Monica CA: Santa Monica Pier
34.0160 -118.4960 400 Santa Monica CA: Third Street Promenade = 3rd Street Promenade
34.0675 -118.4010 500 Beverly Hills CA: Rodeo Drive
33.9535 -118.3392 500 Inglewood CA: SoFi Stadium = Kia Forum = Rams stadium
34.1613 -118.1676 400 Pasadena CA: Rose Bowl
34.1377 -118.1253 500 Pasadena CA: California Institute of Technology = Caltech = Cal Tech
34.1478 -118.1445 1000 Pasadena CA: ~Old Town Pasadena = Old Pasadena = Downtown Pasadena
34.1290 -118.1145 700 San Marino CA: Huntington Library = The Huntington
34.1481 -118.3380 500 Burbank CA: Warner Bros Studios = Warner Brothers Studio
34.4251 -118.5972 1000 Santa Clarita CA: Six Flags Magic Mountain = Magic Mountain
34.0360 -118.7085 700 Malibu CA: Pepperdine University = Pepperdine
34.2410 -118.5290 900 Los Angeles CA: California State University Northridge = CSUN = Cal State Northridge
33.7838 -118.1141 900 Long Beach CA: California State University Long Beach = CSULB = Cal State Long Beach = Long Beach State
33.7526 -118.1903 300 Long Beach CA: Queen Mary
33.7669 -118.1893 1000 Long Beach CA: ~Downtown Long Beach = Downtown
33.8121 -117.9190 1000 Anaheim CA: Disneyland = Disneyland Park = Disneyland Resort = Disneyland California
33.8067 -117.9187 500 Anaheim CA: Disney California Adventure = California Adventure
33.8003 -117.8827 350 Anaheim CA: Angel Stadium = Angels Stadium
33.8078 -117.8765 300 Anaheim CA: Honda Center
33.8443 -118.0003 700 Buena Park CA: Knott's Berry Farm = Knotts Berry Farm
33.6405 -117.8443 1500 Irvine CA: University of California, Irvine = UC Irvine = UCI
33.6500 -117.7430 700 Irvine CA: Irvine Spectrum Center = Irvine Spectrum
33.6897 -117.8863 500 Costa Mesa CA: South Coast Plaza
33.8823 -117.8851 700 Fullerton CA: California State University Fullerton = Cal State Fullerton = CSUF
33.5427 -117.7854 2500 Laguna Beach CA: ~Downtown Laguna Beach = Main Beach
33.6062 -117.9290 1500 Newport Beach CA: Balboa Island = Balboa Peninsula
33.3879 -118.4163 10000  CA: Catalina Island = Santa Catalina Island
33.7000 -117.8000 25000  CA: ~The OC = OC
34.0500 -117.3500 45000  CA: ~Inland Empire
33.9737 -117.3281 1100 Riverside CA: University of California, Riverside = UC Riverside = UCR
33.9830 -117.3720 400 Riverside CA: Mission Inn = Downtown Riverside
33.6803 -116.2370 1200 Indio CA: Empire Polo Club = Coachella festival grounds
33.7500 -116.4000 25000  CA: ~Coachella Valley
34.2439 -116.9114 6000 Big Bear Lake CA: Big Bear = Big Bear Lake
32.7341 -117.1446 1000 San Diego CA: Balboa Park
32.7353 -117.1490 500 San Diego CA: San Diego Zoo
32.7648 -117.2265 600 San Diego CA: SeaWorld San Diego = SeaWorld = Sea World
32.7157 -117.1611 1300 San Diego CA: ~Downtown San Diego = Downtown
32.7106 -117.1600 500 San Diego CA: ~Gaslamp Quarter = Gaslamp
32.7076 -117.1570 250 San Diego CA: Petco Park
32.8801 -117.2340 1600 La Jolla CA: University of California, San Diego = UC San Diego = UCSD
32.7757 -117.0719 700 San Diego CA: San Diego State University = SDSU = San Diego State
32.7719 -117.1881 700 San Diego CA: University of San Diego = USD
32.8328 -117.2713 2200 San Diego CA: ~La Jolla
32.7970 -117.2550 1500 San Diego CA: ~Pacific Beach
32.7473 -117.1290 1500 San Diego CA: ~North Park
32.7484 -117.1630 1200 San Diego CA: ~Hillcrest
32.7230 -117.1680 600 San Diego CA: ~Little Italy
32.7549 -117.1976 500 San Diego CA: ~Old Town San Diego = Old Town
32.6808 -117.1784 400 Coronado CA: Hotel del Coronado
33.1262 -117.3115 600 Carlsbad CA: Legoland California = Legoland
33.0973 -116.9966 2000 Escondido CA: San Diego Zoo Safari Park = Safari Park
34.4140 -119.8489 1200 Santa Barbara CA: UC Santa Barbara = UCSB = University of California Santa Barbara
34.4208 -119.6982 1000 Santa Barbara CA: ~State Street Santa Barbara = Downtown Santa Barbara = Downtown
35.3050 -120.6625 1200 San Luis Obispo CA: Cal Poly = California Polytechnic State University = Cal Poly San Luis Obispo
35.6852 -121.1682 700 San Simeon CA: Hearst Castle
34.0575 -117.8210 900 Pomona CA: Cal Poly Pomona
36.8120 -119.7460 900 Fresno CA: Fresno State = California State University Fresno
36.7378 -119.7871 1000 Fresno CA: ~Downtown Fresno = Downtown
37.3660 -120.4240 900 Merced CA: UC Merced = University of California Merced
39.7285 -121.8450 600 Chico CA: Chico State = California State University Chico
37.0000 -120.0000 150000  CA: ~Central Valley
30.2849 -97.7341 900 Austin TX: University of Texas at Austin = University of Texas = UT Austin = UT = UT Campus = University of Texas Austin
30.2747 -97.7404 300 Austin TX: Texas State Capitol = State Capitol = Texas Capitol = Capitol
30.2690 -97.7428 1000 Austin TX: ~Downtown Austin = Downtown
30.2672 -97.7390 600 Austin TX: ~Sixth Street = 6th Street = Dirty Sixth = Sixth Street Entertainment District
30.2669 -97.7729 900 Austin TX: Zilker Park = Zilker Metropolitan Park
30.2641 -97.7713 300 Austin TX: Barton Springs Pool = Barton Springs
30.2500 -97.7490 700 Austin TX: ~South Congress = SoCo = South Congress Avenue
30.4021 -97.7253 800 Austin TX: ~The Domain = Domain
30.1346 -97.6358 1300 Austin TX: Circuit of the Americas = COTA
30.2220 -97.6170 1400 Austin TX: Tesla Gigafactory = Gigafactory Texas = Giga Texas
30.3877 -97.7195 300 Austin TX: Q2 Stadium
30.2837 -97.7325 250 Austin TX: Darrell K Royal Stadium = DKR Stadium = Texas Memorial Stadium
30.2984 -97.7048 1300 Austin TX: ~Mueller
30.3053 -97.7290 1100 Austin TX: ~Hyde Park
30.4380 -97.6920 1200 Austin TX: ~Tech Ridge
30.2440 -97.7680 1300 Austin TX: ~Barton Heights = Zilker neighborhood
29.8884 -97.9384 900 San Marcos TX: Texas State University = Texas State
29.8275 -97.9850 700 San Marcos TX: San Marcos Premium Outlets
30.3000 -98.5000 70000  TX: ~Texas Hill Country = Hill Country
29.7604 -95.3698 1300 Houston TX: ~Downtown Houston = Downtown
29.7199 -95.3422 900 Houston TX: University of Houston = UH
29.7174 -95.4018 800 Houston TX: Rice University = Rice
29.7080 -95.3980 1200 Houston TX: ~Texas Medical Center = Medical Center = TMC
29.7395 -95.4640 1500 Houston TX: Galleria = The Galleria = Houston Galleria = Uptown Houston
29.6847 -95.4107 400 Houston TX: NRG Stadium = NRG Park = Reliant Stadium
29.6848 -95.4076 250 Houston TX: Astrodome
29.7573 -95.3555 250 Houston TX: Minute Maid Park = Daikin Park = Astros stadium
29.7508 -95.3621 250 Houston TX: Toyota Center
29.5519 -95.0970 1800 Houston TX: NASA Johnson Space Center = Johnson Space Center = Space Center Houston = NASA Houston
29.7650 -95.4373 1500 Houston TX: Memorial Park
29.7180 -95.3905 900 Houston TX: Hermann Park = Houston Zoo
29.7245 -95.3900 800 Houston TX: ~Museum District = Houston Museum District
29.7450 -95.3910 1200 Houston TX: ~Montrose
29.7980 -95.4000 1800 Houston TX: ~Houston Heights = The Heights = Heights
29.7530 -95.4270 1500 Houston TX: ~River Oaks
29.7390 -95.3770 1000 Houston TX: ~Midtown Houston = Midtown
29.7250 -95.4170 600 Houston TX: ~Rice Village
29.7200 -95.3580 1500 Houston TX: ~Third Ward
30.1658 -95.4613 6000 The Woodlands TX: ~The Woodlands = Woodlands
29.2730 -94.8130 500 Galveston TX: Moody Gardens
29.3050 -94.7930 700 Galveston TX: ~The Strand = Strand District
29.2850 -94.7890 300 Galveston TX: Pleasure Pier = Galveston Island Historic Pleasure Pier
30.6187 -96.3365 1800 College Station TX: Texas A&M University = Texas A&M = Texas A & M = TAMU = A&M = Texas AM
30.6100 -96.3400 300 College Station TX: Kyle Field
30.7140 -95.5500 700 Huntsville TX: Sam Houston State University = Sam Houston State = SHSU
31.5489 -97.1131 700 Waco TX: Baylor University = Baylor
31.5526 -97.1290 250 Waco TX: Magnolia Market = Magnolia Silos = The Silos
32.7790 -96.8000 1200 Dallas TX: ~Downtown Dallas = Downtown
32.8412 -96.7848 600 Dallas TX: Southern Methodist University = SMU
32.7790 -96.8083 250 Dallas TX: Dealey Plaza = Sixth Floor Museum = Grassy Knoll
32.7755 -96.8089 150 Dallas TX: Reunion Tower
32.7905 -96.8103 250 Dallas TX: American Airlines Center
32.7798 -96.7600 900 Dallas TX: Fair Park = Cotton Bowl
32.7838 -96.7840 700 Dallas TX: ~Deep Ellum
32.8000 -96.7990 800 Dallas TX: ~Uptown Dallas = Uptown
32.7470 -96.8280 700 Dallas TX: ~Bishop Arts District = Bishop Arts
32.7400 -96.8400 3500 Dallas TX: ~Oak Cliff
32.7880 -96.8000 500 Dallas TX: ~Dallas Arts District = Arts District
32.8230 -96.7166 500 Dallas TX: Dallas Arboretum
32.8340 -96.7210 1500 Dallas TX: White Rock Lake
32.9310 -96.8200 500 Dallas TX: Galleria Dallas = Dallas Galleria
32.8685 -96.7735 500 Dallas TX: NorthPark Center = Northpark Mall
32.9858 -96.7501 900 Richardson TX: University of Texas at Dallas = UT Dallas = UTD
32.7479 -97.0928 400 Arlington TX: AT&T Stadium = Cowboys Stadium = Jerry World
32.7473 -97.0842 300 Arlington TX: Globe Life Field = Rangers stadium
32.7550 -97.0703 700 Arlington TX: Six Flags Over Texas = Six Flags Texas
32.7299 -97.1140 700 Arlington TX: University of Texas at Arlington = UT Arlington = UTA
33.0820 -96.8250 1200 Plano TX: ~Legacy West = Legacy Plano
33.1100 -96.8280 700 Frisco TX: The Star = The Star in Frisco = Ford Center
32.7555 -97.3308 1000 Fort Worth TX: ~Downtown Fort Worth = Sundance Square = Downtown
32.7893 -97.3475 500 Fort Worth TX: ~Fort Worth Stockyards = Stockyards
32.7097 -97.3630 600 Fort Worth TX: Texas Christian University = TCU
32.7230 -97.3580 400 Fort Worth TX: Fort Worth Zoo
33.0371 -97.2822 1500 Fort Worth TX: Texas Motor Speedway
33.2075 -97.1526 800 Denton TX: University of North Texas = UNT
32.8000 -97.0000 50000  TX: ~DFW Metroplex = Dallas-Fort Worth = Dallas Fort Worth = Metroplex
29.4260 -98.4861 200 San Antonio TX: The Alamo = Alamo
29.4241 -98.4880 700 San Antonio TX: San Antonio River Walk = River Walk = Riverwalk
29.4246 -98.4951 1200 San Antonio TX: ~Downtown San Antonio = Downtown
29.5835 -98.6200 1000 San Antonio TX: University of Texas at San Antonio = UTSA = UT San Antonio
29.4430 -98.4810 600 San Antonio TX: ~The Pearl = Pearl District = Pearl Brewery
29.4615 -98.4830 600 San Antonio TX: Trinity University = Brackenridge Park
29.5990 -98.6090 900 San Antonio TX: Six Flags Fiesta Texas = Fiesta Texas
29.4577 -98.6990 900 San Antonio TX: SeaWorld San Antonio
29.4270 -98.4375 300 San Antonio TX: Frost Bank Center = AT&T Center
29.5960 -98.6100 900 San Antonio TX: La Cantera = Shops at La Cantera
29.3860 -98.5810 2500 San Antonio TX: Lackland Air Force Base = Lackland AFB
29.4620 -98.4350 2500 San Antonio TX: Fort Sam Houston
31.7700 -106.5040 700 El Paso TX: University of Texas at El Paso = UTEP = UT El Paso
31.7590 -106.4880 1000 El Paso TX: ~Downtown El Paso = Downtown
31.8120 -106.4200 4000 El Paso TX: Fort Bliss
33.5843 -101.8783 1300 Lubbock TX: Texas Tech University = Texas Tech = TTU
31.1380 -97.7760 6000 Killeen TX: Fort Cavazos = Fort Hood
27.8150 -97.3920 400 Corpus Christi TX: Texas State Aquarium = USS Lexington
27.7120 -97.3250 600 Corpus Christi TX: Texas A&M University-Corpus Christi = Texas A&M Corpus Christi
27.4000 -97.3500 40000  TX: Padre Island National Seashore = Padre Island
26.1118 -97.1681 3000 South Padre Island TX: South Padre Island = South Padre
25.9970 -97.1560 2500 Brownsville TX: SpaceX Starbase = Starbase = Boca Chica Starbase
26.2000 -98.1000 50000  TX: ~Rio Grande Valley = RGV
30.3094 -104.0206 3000 Marfa TX: ~Marfa
25.7617 -80.1918 1300 Miami FL: ~Downtown Miami = Downtown
25.7590 -80.1930 1200 Miami FL: ~Brickell
25.8005 -80.1990 900 Miami FL: ~Wynwood = Wynwood Walls = Wynwood Arts District
25.8130 -80.1930 500 Miami FL: ~Miami Design District = Design District
25.7660 -80.2190 1500 Miami FL: ~Little Havana = Calle Ocho
25.7270 -80.2410 2000 Miami FL: ~Coconut Grove = The Grove
25.8250 -80.1930 1200 Miami FL: ~Little Haiti
25.7781 -80.1870 500 Miami FL: Bayside Marketplace = Bayfront Park
25.7814 -80.1870 250 Miami FL: Kaseya Center = American Airlines Arena = Miami Heat arena
25.7781 -80.2197 300 Miami FL: loanDepot park = Marlins Park
25.7444 -80.2105 300 Miami FL: Vizcaya Museum and Gardens = Vizcaya
25.7785 -80.1720 900 Miami FL: PortMiami = Port of Miami = Miami Cruise Terminal
25.7560 -80.3760 1000 Miami FL: Florida International University = FIU
25.6110 -80.3980 700 Miami FL: Zoo Miami = Miami Zoo
25.7620 -80.1890 40000  FL: ~South Florida
25.7820 -80.1340 1800 Miami Beach FL: ~South Beach = SoBe
25.7800 -80.1300 700 Miami Beach FL: Ocean Drive = Art Deco District
25.7905 -80.1390 500 Miami Beach FL: Lincoln Road = Lincoln Road Mall
25.9580 -80.2389 400 Miami Gardens FL: Hard Rock Stadium = Dolphins stadium
25.7180 -80.2790 900 Coral Gables FL: University of Miami = UM = U of Miami
25.7500 -80.2630 700 Coral Gables FL: ~Miracle Mile
25.9560 -80.1420 600 Aventura FL: Aventura Mall
26.1190 -80.1390 1000 Fort Lauderdale FL: ~Las Olas = Las Olas Boulevard
26.1220 -80.1430 1200 Fort Lauderdale FL: ~Downtown Fort Lauderdale = Downtown
26.1224 -80.1037 2500 Fort Lauderdale FL: ~Fort Lauderdale Beach
26.0930 -80.1200 1500 Fort Lauderdale FL: Port Everglades
26.1520 -80.3210 700 Sunrise FL: Sawgrass Mills
26.1584 -80.3256 400 Sunrise FL: Amerant Bank Arena = BB&T Center = FLA Live Arena
26.0510 -80.2110 600 Hollywood FL: Seminole Hard Rock Hotel = Hard Rock Hollywood = Guitar Hotel
26.3720 -80.1020 1000 Boca Raton FL: Florida Atlantic University = FAU
26.6770 -80.0370 700 Palm Beach FL: Mar-a-Lago = Mar a Lago
26.7130 -80.0560 1000 West Palm Beach FL: ~Downtown West Palm Beach = CityPlace = Clematis Street = Downtown
28.3852 -81.5639 4500 Lake Buena Vista FL: Walt Disney World = Disney World = Disneyworld = Walt Disney World Resort = WDW
28.4177 -81.5812 900 Lake Buena Vista FL: Magic Kingdom
28.3747 -81.5494 900 Lake Buena Vista FL: Epcot = Epcot Center
28.3575 -81.5583 800 Lake Buena Vista FL: Disney's Hollywood Studios = Hollywood Studios
28.3597 -81.5913 1000 Lake Buena Vista FL: Disney's Animal Kingdom = Animal Kingdom
28.3710 -81.5190 700 Lake Buena Vista FL: Disney Springs = Downtown Disney
28.4743 -81.4678 1100 Orlando FL: Universal Orlando = Universal Studios Florida = Universal Studios Orlando = Islands of Adventure
28.4410 -81.4650 1000 Orlando FL: Epic Universe = Universal Epic Universe
28.4115 -81.4619 800 Orlando FL: SeaWorld Orlando = SeaWorld
28.4430 -81.4700 900 Orlando FL: ICON Park = International Drive = I-Drive
28.4260 -81.4680 700 Orlando FL: Orange County Convention Center
28.6024 -81.2001 1600 Orlando FL: University of Central Florida = UCF
28.5383 -81.3792 1200 Orlando FL: ~Downtown Orlando = Downtown
28.5430 -81.3730 400 Orlando FL: Lake Eola = Lake Eola Park
28.5392 -81.3839 250 Orlando FL: Kia Center = Amway Center
27.9890 -81.6900 700 Winter Haven FL: Legoland Florida = Legoland
28.5729 -80.6490 6000 Merritt Island FL: Kennedy Space Center = KSC = NASA Kennedy Space Center
28.4600 -80.5300 6000 Cape Canaveral FL: Cape Canaveral Space Force Station
28.4080 -80.6100 1200 Cape Canaveral FL: Port Canaveral
28.3676 -80.6012 1200 Cocoa Beach FL: Cocoa Beach Pier = Ron Jon Surf Shop
28.3500 -80.7000 35000  FL: ~Space Coast
29.1852 -81.0705 1000 Daytona Beach FL: Daytona International Speedway = Daytona Speedway
29.1880 -81.0490 600 Daytona Beach FL: Embry-Riddle = Embry-Riddle Aeronautical University
29.2060 -81.0040 1500 Daytona Beach FL: Daytona Beach Boardwalk = Daytona Boardwalk
27.9475 -82.4584 1000 Tampa FL: ~Downtown Tampa = Downtown
27.9600 -82.4370 900 Tampa FL: ~Ybor City = Ybor
28.0587 -82.4139 1200 Tampa FL: University of South Florida = USF
27.9462 -82.4650 400 Tampa FL: University of Tampa = UT
28.0372 -82.4214 800 Tampa FL: Busch Gardens = Busch Gardens Tampa = Busch Gardens Tampa Bay
27.9759 -82.5033 400 Tampa FL: Raymond James Stadium = Buccaneers stadium
27.9427 -82.4519 250 Tampa FL: Amalie Arena = Benchmark International Arena
27.9396 -82.4690 900 Tampa FL: ~Hyde Park = Hyde Park Village = SoHo Tampa
27.8490 -82.5200 3000 Tampa FL: MacDill Air Force Base = MacDill AFB
27.9500 -82.4600 40000  FL: ~Tampa Bay = Tampa Bay Area
27.7682 -82.6534 350 St. Petersburg FL: Tropicana Field
27.7660 -82.6314 250 St. Petersburg FL: Salvador Dali Museum = Dali Museum
27.7710 -82.6380 1200 St. Petersburg FL: ~Downtown St. Petersburg = Downtown St Pete = Downtown
27.9775 -82.8271 2000 Clearwater FL: ~Clearwater Beach
27.3820 -82.5610 500 Sarasota FL: Ringling Museum = The Ringling
27.2680 -82.5510 2500 Sarasota FL: Siesta Key = Siesta Beach
27.3180 -82.5760 500 Sarasota FL: St. Armands Circle
29.6465 -82.3533 1500 Gainesville FL: University of Florida = UF
29.6500 -82.3486 300 Gainesville FL: Ben Hill Griffin Stadium = The Swamp = Florida Field
30.4419 -84.2985 900 Tallahassee FL: Florida State University = FSU = Florida State
30.4265 -84.2870 600 Tallahassee FL: Florida A&M University = Florida A&M = FAMU
30.4381 -84.2822 300 Tallahassee FL: Florida State Capitol = State Capitol = Florida Capitol = Capitol
30.3239 -81.6373 400 Jacksonville FL: EverBank Stadium = TIAA Bank Field = Jaguars stadium
30.3270 -81.6556 1200 Jacksonville FL: ~Downtown Jacksonville = Downtown
30.2690 -81.5080 900 Jacksonville FL: University of North Florida = UNF
30.2570 -81.5260 800 Jacksonville FL: St. Johns Town Center
30.3130 -81.6800 1500 Jacksonville FL: ~Riverside = Five Points
30.3930 -81.4100 2500 Jacksonville FL: Naval Station Mayport = Mayport
30.1975 -81.3940 1000 Ponte Vedra Beach FL: TPC Sawgrass
29.8979 -81.3115 300 St. Augustine FL: Castillo de San Marcos
29.8930 -81.3130 800 St. Augustine FL: St. George Street = Downtown St. Augustine = Flagler College
30.3490 -87.3160 2000 Pensacola FL: Naval Air Station Pensacola = NAS Pensacola
30.3320 -87.1400 2500 Pensacola Beach FL: ~Pensacola Beach
30.3208 -86.1370 1500 Seaside FL: ~Seaside Florida = Seaside
24.5465 -81.7975 150 Key West FL: Southernmost Point
24.5551 -81.8030 700 Key West FL: Duval Street = Mallory Square
24.7500 -81.0000 80000  FL: ~Florida Keys = The Keys
25.0900 -80.4400 9000 Key Largo FL: ~Key Largo
25.6930 -80.1630 2500 Key Biscayne FL: ~Key Biscayne
26.1420 -81.7950 800 Naples FL: ~Fifth Avenue South = Downtown Naples = Old Naples
26.4640 -81.7720 900 Fort Myers FL: Florida Gulf Coast University = FGCU
26.4410 -82.1120 7000 Sanibel FL: Sanibel Island = Sanibel
26.5200 -82.1890 4000 Captiva FL: Captiva Island = Captiva
26.9500 -80.8000 25000  FL: Lake Okeechobee
25.3930 -80.5930 60000  FL: The Everglades = Everglades
28.9180 -81.9600 9000 The Villages FL: ~The Villages
30.5000 -86.2000 90000  FL: ~Florida Panhandle = Emerald Coast
37.4500 -122.1650 1000 Palo Alto CA: ~Downtown Palo Alto = University Avenue
37.8716 -122.2727 800 Berkeley CA: ~Downtown Berkeley = Downtown
37.8350 -122.2630 1200 Oakland CA: ~Temescal
37.8350 -122.2130 2500 Oakland CA: ~Montclair
37.8440 -122.2510 1200 Oakland CA: ~Rockridge
37.8110 -122.2480 1200 Oakland CA: ~Grand Lake
37.7700 -122.2200 2500 Oakland CA: ~Fruitvale
37.3080 -121.8990 1800 San Jose CA: ~Willow Glen
37.2200 -121.8600 3500 San Jose CA: ~Almaden Valley = Almaden
38.5430 -121.5000 2000 Sacramento CA: ~Land Park
38.5730 -121.4770 1500 Sacramento CA: ~Midtown Sacramento = Midtown
38.5680 -121.4430 1800 Sacramento CA: ~East Sacramento
38.6600 -121.5000 4500 Sacramento CA: ~Natomas
34.1050 -118.2900 2000 Los Angeles CA: ~Los Feliz
34.1500 -118.4490 3000 Los Angeles CA: ~Sherman Oaks
34.1400 -118.3900 2500 Los Angeles CA: ~Studio City
34.0450 -118.5270 4000 Los Angeles CA: ~Pacific Palisades
34.0390 -118.2080 2300 Los Angeles CA: ~Boyle Heights
34.0050 -118.4300 1800 Los Angeles CA: ~Mar Vista
34.1390 -118.2120 2200 Los Angeles CA: ~Eagle Rock
34.1870 -118.3800 3000 Los Angeles CA: ~North Hollywood = NoHo
34.0780 -118.4470 2500 Los Angeles CA: ~Bel Air
34.1680 -118.6060 4000 Los Angeles CA: ~Woodland Hills
34.1590 -118.5010 3500 Los Angeles CA: ~Encino
33.9590 -118.4160 2800 Los Angeles CA: ~Westchester
33.7400 -118.2920 4000 Los Angeles CA: ~San Pedro
33.9400 -118.2500 2500 Los Angeles CA: ~Watts
34.0000 -118.3300 3000 Los Angeles CA: ~Leimert Park = Crenshaw
33.7540 -118.1230 1200 Long Beach CA: ~Naples
33.7580 -118.1360 900 Long Beach CA: ~Belmont Shore
32.7470 -117.2470 1700 San Diego CA: ~Ocean Beach
32.7680 -117.1500 4000 San Diego CA: ~Mission Valley
32.7700 -117.2520 1500 San Diego CA: ~Mission Beach
32.7120 -117.1500 1000 San Diego CA: ~East Village
32.7230 -117.2300 3500 San Diego CA: ~Point Loma
32.9550 -117.2200 3000 San Diego CA: ~Carmel Valley
30.2950 -97.7750 1700 Austin TX: ~Tarrytown
30.2420 -97.7440 1200 Austin TX: ~Travis Heights
30.2790 -97.7590 700 Austin TX: ~Clarksville
30.2650 -97.7180 2500 Austin TX: ~East Austin
30.2580 -97.7390 900 Austin TX: ~Rainey Street
30.3700 -97.7950 4000 Austin TX: ~Northwest Hills
29.6970 -95.5200 3500 Houston TX: ~Sharpstown
29.6960 -95.5900 4000 Houston TX: ~Alief
29.6870 -95.4600 2000 Houston TX: ~Meyerland
30.0500 -95.1900 6000 Houston TX: ~Kingwood
29.5800 -95.1200 5000 Houston TX: ~Clear Lake
29.7950 -95.4900 4500 Houston TX: ~Spring Branch
29.7600 -95.3500 1500 Houston TX: ~EaDo = East Downtown
29.7370 -95.5600 3500 Houston TX: ~Westchase
29.7700 -95.6100 5000 Houston TX: ~Energy Corridor
32.8150 -96.7500 2000 Dallas TX: ~Lakewood
32.8750 -96.8000 3000 Dallas TX: ~Preston Hollow
32.8120 -96.8130 1800 Dallas TX: ~Oak Lawn
32.8900 -96.7200 4000 Dallas TX: ~Lake Highlands
32.8250 -96.7750 1500 Dallas TX: ~Lower Greenville = M Streets
32.7800 -96.8300 1500 Dallas TX: ~Trinity Groves = West Dallas
32.7350 -97.3330 1500 Fort Worth TX: ~Near Southside = Magnolia Avenue
29.4130 -98.4940 900 San Antonio TX: ~King William
29.4120 -98.4880 1300 San Antonio TX: ~Southtown
29.6450 -98.4500 4500 San Antonio TX: ~Stone Oak
29.4550 -98.5050 1500 San Antonio TX: ~Monte Vista
25.8060 -80.1890 1200 Miami FL: ~Edgewater
25.7850 -80.2020 1300 Miami FL: ~Overtown
25.8310 -80.2250 2200 Miami FL: ~Liberty City
25.8100 -80.2230 2000 Miami FL: ~Allapattah
25.8360 -80.1840 1300 Miami FL: ~Upper East Side = MiMo District
25.6860 -80.3130 5000 Miami FL: ~Kendall
25.9420 -80.1250 2000 Sunny Isles Beach FL: ~Sunny Isles
26.1290 -80.1300 900 Fort Lauderdale FL: ~Victoria Park
26.1560 -80.1380 1500 Wilton Manors FL: ~Wilton Drive
27.9150 -82.4530 1500 Tampa FL: ~Davis Islands
27.9450 -82.4470 900 Tampa FL: ~Channelside = Channel District
27.9950 -82.4600 3000 Tampa FL: ~Seminole Heights
28.0550 -82.6100 3500 Tampa FL: ~Westchase
28.1492 -82.3008 5000 Tampa FL: ~New Tampa
27.7850 -82.6280 1500 St. Petersburg FL: ~Old Northeast
28.3700 -81.2600 6000 Orlando FL: ~Lake Nona
28.4480 -81.4920 3000 Orlando FL: ~Dr. Phillips = Doctor Phillips
28.5680 -81.3270 1800 Orlando FL: ~Baldwin Park
28.5750 -81.3930 1800 Orlando FL: ~College Park
28.5430 -81.3650 900 Orlando FL: ~Thornton Park
30.3000 -81.7070 1300 Jacksonville FL: ~Avondale
30.1600 -81.6300 5000 Jacksonville FL: ~Mandarin
30.3450 -81.6530 1300 Jacksonville FL: ~Springfield
30.3050 -81.6480 1300 Jacksonville FL: ~San Marco
30.4200 -84.2900 1500 Tallahassee FL: ~Downtown Tallahassee = Downtown
29.6520 -82.3250 1200 Gainesville FL: ~Downtown Gainesville = Downtown
30.4110 -87.2150 1200 Pensacola FL: ~Downtown Pensacola = Downtown
27.3360 -82.5400 1200 Sarasota FL: ~Downtown Sarasota = Downtown
27.9660 -82.8000 1200 Clearwater FL: ~Downtown Clearwater = Downtown
26.6430 -81.8720 1200 Fort Myers FL: ~Downtown Fort Myers = Downtown
33.5850 -101.8450 1500 Lubbock TX: ~Downtown Lubbock = Downtown
27.7960 -97.3950 1500 Corpus Christi TX: ~Downtown Corpus Christi = Downtown
31.5560 -97.1330 1200 Waco TX: ~Downtown Waco = Downtown
33.0200 -96.6990 900 Plano TX: ~Downtown Plano = Downtown
33.1980 -96.6150 900 McKinney TX: ~Downtown McKinney = Downtown
34.1080 -117.2900 1500 San Bernardino CA: ~Downtown San Bernardino = Downtown
33.7470 -117.8670 1200 Santa Ana CA: ~Downtown Santa Ana = Downtown
35.3740 -119.0190 1500 Bakersfield CA: ~Downtown Bakersfield = Downtown
37.9540 -121.2900 1500 Stockton CA: ~Downtown Stockton = Downtown
36.9740 -122.0260 1000 Santa Cruz CA: ~Downtown Santa Cruz = Downtown
36.4880 -121.1820 8000  CA: Pinnacles National Park = Pinnacles
37.5300 -122.0500 20000  CA: San Francisco Bay
31.9000 -104.8700 15000  TX: Guadalupe Mountains National Park = Guadalupe Mountains
30.4500 -94.3500 30000  TX: Big Thicket National Preserve = Big Thicket
25.4900 -80.2100 18000  FL: Biscayne National Park
24.6280 -82.8730 5000  FL: Dry Tortugas National Park = Dry Tortugas
29.6300 -95.2789 1500 Houston TX: Ellington Field
30.5060 -97.8200 700 Austin TX: Lakeline Mall
37.4140 -122.0770 1500 Mountain View CA: Shoreline Amphitheatre = Shoreline
38.2330 -122.6360 1500 Petaluma CA: ~Downtown Petaluma
33.8700 -118.3770 1500 Redondo Beach CA: Redondo Beach Pier = King Harbor
33.6560 -118.0040 500 Huntington Beach CA: Huntington Beach Pier = Huntington Pier
34.4040 -119.6930 500 Santa Barbara CA: Stearns Wharf
32.8500 -117.2730 500 San Diego CA: La Jolla Cove
32.7010 -117.1530 600 San Diego CA: San Diego Convention Center
30.2640 -97.7400 400 Austin TX: Austin Convention Center
29.7520 -95.3580 400 Houston TX: George R. Brown Convention Center = Houston Convention Center
32.7750 -96.8010 500 Dallas TX: Dallas Convention Center
25.7950 -80.1350 400 Miami Beach FL: Miami Beach Convention Center
27.9420 -82.4550 400 Tampa FL: Tampa Convention Center = Tampa Riverwalk
`
