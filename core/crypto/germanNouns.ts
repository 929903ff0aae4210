/** Common, inoffensive ASCII nouns of at most ten letters (docs/decisions/0008-link-passwords.md). */
export const germanNouns: readonly string[] = `
Aal Abend Abenteuer Abfahrt Abflug Abgabe Abhang Abitur Ablage Ablauf Abreise Absatz Abschied Abschluss
Abschnitt Absender Absicht Abstand Abstieg Abteil Abteilung Abzeichen Abzug Achse Acker Adler Admiral
Adresse Affe Ahorn Akademie Akkord Akkordeon Akku Akte Aktion Akzent Alarm Album Alge Allee Alltag Alm
Almanach Alpaka Alphabet Alter Altstadt Aluminium Amboss Ameise Ampel Amsel Amt Amulett Ananas Anbau Anblick
Andacht Andenken Anemone Anfang Angebot Angel Angler Anhang Anis Anker Ankunft Anlage Anlass Anleitung Anmut
Annahme Anorak Anprobe Anruf Ansage Ansicht Ansporn Anstieg Anteil Antenne Antilope Antrag Antwort Anzeige
Anzug Apfel Apfelmus Apfelsaft Apotheke Apparat Applaus Aprikose April Aquarell Aquarium Arbeit Architekt
Archiv Arena Aroma Artikel Arzt Asche Aspekt Assistent Ast Aster Astronaut Atelier Atem Athlet Atlas Atoll
Atom Aubergine Auerhahn Aufgabe Aufgang Auflage Auflauf Aufnahme Aufruf Aufsatz Aufsicht Aufstieg Auftakt
Auftrag Auftritt Aufwand Aufzug Auge Augenblick August Aula Aurora Ausbau Ausblick Ausdauer Ausdruck Ausflug
Ausgabe Ausgang Ausgleich Auskunft Ausland Ausnahme Auspuff Ausruf Ausschnitt Aussicht Ausstieg Auster
Auswahl Ausweg Ausweis Auto Autobahn Autobus Autogramm Automat Autor Avocado Baby Bach Bachlauf Backe
Backform Backofen Backpulver Backstein Bad Badehose Bademantel Badewanne Bagger Bahn Bahnhof Bahnsteig
Balance Balken Balkon Ball Ballade Ballett Ballon Balsam Bambus Banane Band Banner Bargeld Barke Barock
Barometer Baron Barriere Barsch Bart Basalt Basar Basilikum Basis Basketball Bass Bast Bastelei Batterie Bau
Bauch Bauer Bauernhof Baugrube Baukasten Baukran Baum Baumhaus Baumkrone Baumrinde Baumschule Baumstamm
Baumwolle Baustein Baustelle Bauwerk Bauzaun Beamer Becher Becken Beere Beet Befund Beginn Begleiter Begriff
Beifall Beilage Bein Beispiel Beitrag Bekannte Beleg Belohnung Benzin Beratung Bereich Berg Bergbach
Bergdorf Bergland Bergmann Bergsee Bergwelt Bergwerk Bericht Bernstein Beruf Besatzung Bescheid Beschluss
Besen Besitz Besteck Bestellung Besuch Besucher Beton Betrag Betrieb Bett Bettdecke Beutel Bewegung Beweis
Bewerber Bezirk Bezug Biber Bibliothek Biene Bienenkorb Bild Bilderbuch Bildhauer Bildschirm Bildung Billard
Binde Bindfaden Bingo Binse Biologe Biologie Birke Birne Biskuit Bison Bistro Bitte Biwak Blase Blatt
Blattgold Blau Blaubeere Blaumeise Blech Blechdose Blei Bleibe Bleistift Blende Blick Blinker Blitz Block
Blockhaus Blume Blumenbeet Blumenkohl Blumentopf Bluse Boden Bodensee Bogen Bohne Bohrer Boje Bolzen Bonbon
Bonus Boot Bootshaus Bootssteg Bord Borke Borste Botanik Botaniker Bote Botschaft Bottich Boulevard Bowle
Box Boxer Brand Brandung Braten Bratpfanne Bratwurst Brauch Brauerei Braun Braut Brei Breite Bremse Brenner
Brennholz Brett Brezel Brief Briefmarke Brille Brise Brokkoli Brombeere Bronze Brosche Brot Brotkorb
Brotlaib Bruch Bruder Brunnen Buch Buche Buchfink Buchladen Buchseite Buchstabe Bucht Buckel Bude Budget
Buffet Bug Bumerang Bund Bungalow Burg Burggraben Burghof Burgtor Burgturm Bus Busch Busfahrer Bussard
Butter Butterbrot Butterpilz Camembert Camping Cello Champagner Champignon Chance Chaos Charakter Charme
Chef Chemie Chemiker Chip Chor Chronik Clown Cockpit Cocktail Comic Computer Container Couch Cousin Cousine
Creme Curry Dach Dachboden Dachgarten Dachrinne Dachs Dachstuhl Dachziegel Dackel Dahlie Damm Dampf Dampfer
Dampflok Dank Dattel Datum Dauer Daumen Daune Deck Decke Deckel Defekt Degen Deich Deichsel Dekan Dekor
Delfin Delle Delta Denker Denkmal Detail Detektiv Dezember Diagonale Diagramm Dialekt Dialog Diamant Dichter
Dichtung Diele Dienst Dienstag Diesel Diktat Dill Dimension Ding Dinkel Diplom Diplomat Direktor Dirigent
Disco Diskus Diskussion Distanz Distel Disziplin Division Docht Dock Dogge Dohle Doktor Dokument Dom Domino
Donner Donnerstag Donut Doppel Dorf Dorfkirche Dorfplatz Dorfteich Dorn Dorsch Dose Dosis Dotter Dozent
Drache Drachen Draht Drama Draufsicht Dreh Drehorgel Drehung Dreieck Dreirad Drilling Drink Drossel Druck
Drucker Druckerei Dschungel Dudelsack Duett Duft Dunkel Dunst Dur Durchblick Durchgang Durchlass Durchsage
Dusche Dutzend Dynamo Ebbe Ebene Eber Echo Echse Ecke Eckhaus Eckstein Edelgas Edelmut Edelstein Efeu Effekt
Egge Ehe Ehre Ehrgeiz Eibe Eiche Eichel Eichenholz Eichenlaub Eid Eidechse Eidotter Eifer Eigelb Eigentum
Eile Eilzug Eimer Einband Einblick Eindruck Einfahrt Einfall Einfluss Eingang Einheit Einhorn Einigung
Einkauf Einklang Einladung Einlass Einleitung Einrad Einsatz Einsicht Einsiedler Einstieg Eintopf Eintrag
Eintritt Einwand Einwohner Einzug Eis Eisbecher Eisberg Eisblume Eisdiele Eisen Eisenbahn Eisfach Eishalle
Eishockey Eiskaffee Eisscholle Eisvogel Eiswaffel Eiszapfen Eiszeit Elan Elch Elefant Elektriker Elektron
Element Elf Elfe Elfenbein Elite Elixier Ellbogen Elle Ellipse Elster Eltern Empfang Ende Endspiel
Endstation Energie Engel Enkelin Ensemble Ente Entenfeder Ententeich Entwurf Enzian Epoche Erbe Erbse
Erdbeere Erdboden Erde Erdgas Erdkugel Erdkunde Erdnuss Erdreich Erdteil Ereignis Erfahrung Erfinder
Erfindung Erfolg Ergebnis Erholung Erinnerung Erker Erlaubnis Erle Erlebnis Ernte Erntedank Erntewagen
Ersatz Erz Erzieher Erzieherin Esche Esel Espe Espresso Essay Essen Essenz Essig Essiggurke Esstisch
Estragon Etage Etappe Etat Etikett Etui Eukalyptus Eule Experiment Experte Export Express Extrakt Fabel
Fabeltier Fabrik Fach Facharbeit Fachmann Fachwerk Fackel Faden Fagott Fahne Fahrbahn Fahrer Fahrgast
Fahrkarte Fahrplan Fahrrad Fahrschule Fahrspur Fahrstuhl Fahrt Fahrtwind Fahrweg Fahrwerk Fahrzeug Fakt
Fakten Falke Fall Falle Fallobst Fallschirm Falter Falz Familie Fan Fanfare Fantasie Farbe Farbfilm
Farbkasten Farbstift Farbton Farm Farn Fasan Fasching Faser Fass Fassade Fassung Fastnacht Faultier Fauna
Faust Favorit Fax Februar Feder Federball Federbett Federkern Federkiel Federung Fee Feier Feierabend
Feiertag Feige Feigenbaum Feile Feld Feldblume Feldhase Feldlager Feldmaus Feldsalat Feldweg Felge Fell Fels
Felsen Felsspalte Felswand Fenchel Fenster Ferien Ferkel Ferne Fernglas Fernrohr Fernsehen Fernseher
Fernsicht Ferse Fest Festival Festland Festmahl Festplatte Festsaal Festspiel Festtag Festung Festwiese
Festzelt Feuer Feuerholz Feuerstein Feuerwerk Feuerzeug Fibel Fichte Figur Filet Filiale Film Filmheld
Filmstar Filter Filz Filzhut Filzstift Finale Finanzen Finger Fingerhut Fink Firma Firmament First Fisch
Fischer Fischotter Fischteich Fjord Flachland Fladen Flagge Flamme Flanell Flanke Flasche Flaum Flechte
Fleck Fledermaus Fleisch Fleischer Flieder Fliege Flieger Fliese Flipper Flocke Floh Flohmarkt Flora Floskel
Flosse Flotte Flug Flugblatt Fluggast Flughafen Flugplatz Flugreise Flugschein Flugzeug Flunder Flur Fluss
Flussbett Flusslauf Flussufer Flut Flutlicht Fohlen Folge Folie Folklore Form Format Formel Formular
Forscher Forschung Forst Forsthaus Forum Foto Fotograf Foyer Fracht Frachter Frage Fragebogen Franken Franse
Freibad Freiheit Freitag Freizeit Fremde Frequenz Fresko Freude Freund Freundin Frieden Frisbee Frische
Friseur Frist Frisur Frohsinn Front Frosch Frost Frucht Fruchtsaft Fuchs Fuchsbau Fuge Fuhre Fuhrwerk
Fundament Fundort Funk Funke Funker Funktion Funkturm Furche Furnier Furt Fusion Futter Futternapf Futur
Gabe Gabel Galaxie Galaxis Galeere Galerie Galopp Gamasche Gang Gans Garage Garantie Garbe Garde Garderobe
Gardine Garn Garnele Garnitur Garten Gartenbank Gartenhaus Gartentor Gartenweg Gartenzaun Gas Gasherd Gasse
Gast Gastgeber Gasthaus Gasthof Gaststube Gatter Gattung Gaul Gaumen Gazelle Gebiet Gebirge Geburt
Geburtstag Gedanke Gedicht Geduld Gefieder Geflecht Gegend Gegensatz Gegenstand Gegenteil Gegenwart Gegner
Gehalt Gehege Geheimnis Gehirn Gehweg Geige Geist Gelage Gelatine Geld Geldbeutel Gelee Gelehrter Geleit
Gelenk Gemach Gemahl Gemeinde Gemurmel Generation Generator Genie Genuss Geografie Geometrie Gerade Gerste
Geruch Gesang Gesangbuch Geschenk Geschichte Geschick Geschirr Geschmack Geselle Gesetz Gesicht Gespann
Gestalt Geste Gestein Gestell Gestirn Gesuch Gesundheit Getreide Getriebe Gewand Gewebe Geweih Gewicht
Gewinde Gewinn Gewinner Gewissen Gewitter Gewohnheit Giebel Gigant Gilde Gimpel Ginster Gipfel Giraffe
Girlande Gitarre Gitter Glanz Glanzlicht Glas Glaser Glasfaser Glashaus Glaskugel Glasperle Glasur Glatteis
Gleis Gleitflug Gletscher Glied Glocke Glossar Glut Gnom Gnu Gold Goldamsel Goldfisch Goldmine Goldregen
Golf Golfball Golfplatz Gondel Gong Gorilla Gouverneur Graben Grabung Grad Graf Grafik Grafiker Gramm
Grammatik Granat Granit Gras Grashalm Grasland Grat Gravur Greif Greifvogel Grenze Griff Griffel Grill
Grille Grillfest Grillkohle Grinsen Grotte Grube Grund Grundlage Grundriss Grundstein Gruppe Gugelhupf
Gulasch Gully Gummi Gunst Gurke Gurt Gutachten Gutschein Gutshof Gymnasium Gymnastik Haar Haarband Haarnadel
Haarnetz Habicht Hacke Hafen Hafenkran Hafer Haferbrei Hagebutte Hagel Hagelkorn Hai Hain Haken Halde Halle
Hallenbad Halm Hals Halsband Halskette Halt Halteplatz Haltung Hammer Hamster Hand Handball Handbuch Handel
Handgriff Handschuh Handtasche Handtuch Handwerk Handwerker Handy Hanf Hang Harfe Harke Harlekin Harmonie
Harz Hase Hasel Haselmaus Haselnuss Hasenstall Haube Hauch Haufen Haupt Hauptmann Hauptrolle Hauptsache
Hauptstadt Haus Hausarzt Hausboot Hausdach Hausflur Hausfrau Haushalt Hausherr Hausnummer Hausschuh Haustier
Hauswand Hebel Hecht Heck Hecke Heckenrose Hefe Hefekuchen Heft Heide Heidekraut Heil Heiler Heilkraut Heim
Heimat Heimatort Heimfahrt Heimkehr Heimweg Heimweh Heirat Heizung Hektar Held Heldin Helfer Helligkeit Helm
Hemd Hemdkragen Hengst Henkel Henne Herberge Herbst Herbstlaub Herbsttag Herd Herde Hering Herkunft Hermelin
Herold Herz Herzog Heu Heuboden Heuhaufen Heuschober Heuwagen Hexenhaus Hilfe Himbeere Himmel Himmelbett
Hinweis Hirsch Hirse Hirte Hirtenhund Historie Hitze Hobby Hobel Hobelbank Hochhaus Hochland Hochmoor
Hochschule Hochsitz Hochsommer Hochwald Hochwasser Hochzeit Hocker Hockey Hof Hoffnung Hofhund Hofladen
Hofnarr Hoftor Hoheit Hohlweg Holunder Holz Holzbank Holzbein Holzboden Holzhaus Holzkiste Holzkohle
Holzscheit Holzschuh Holzstapel Holztisch Holzweg Holzwurm Honig Honigbiene Honigglas Honigwabe Hopfen Horde
Horizont Horn Hornisse Horoskop Hort Hortensie Hose Hotel Huf Hufeisen Hufschmied Huhn Hummel Hummer Humor
Humus Hund Hundeleine Hupe Hut Hutband Hutkrempe Hyazinthe Hydrant Hymne Ideal Idee Idyll Idylle Igel
Igelfisch Iglu Ikone Illusion Iltis Imbiss Imker Imkerei Import Impuls Inbegriff Index Industrie Ingenieur
Ingwer Inhaber Inhalt Inland Innenhof Innenstadt Insekt Insel Inselreich Inserat Instanz Instinkt Institut
Instrument Intendant Interesse Internat Internet Interview Inventar Iris Ironie Irrgarten Irrlicht Irrtum
Irrweg Isolation Jacht Jacke Jackett Jade Jagd Jagdhorn Jagdhund Jaguar Jahr Jahrbuch Jahreszeit Jahrgang
Jahrmarkt Jahrzehnt Jalousie Januar Jasmin Jazz Jeans Jeep Joga Joghurt Jongleur Journal Journalist Jubel
Jubilar Judo Jugend Juli Junge Juni Jupiter Jurist Jury Juwel Juwelier Kabarett Kabel Kabeljau Kabine
Kabinett Kachel Kachelofen Kader Kaffee Kaffeehaus Kaiman Kaiser Kaiserin Kajak Kakadu Kakao Kaktus Kalb
Kalender Kaliber Kalk Kalkstein Kalorie Kamel Kamera Kamerad Kameramann Kamille Kamin Kaminfeuer Kamm Kammer
Kammerchor Kampf Kanal Kandidat Kandis Kaninchen Kanister Kanne Kanon Kanone Kante Kantine Kanton Kantor
Kanu Kanzlei Kap Kapital Kapitel Kappe Kapsel Kapuze Karaffe Karamell Karat Karate Karawane Kardamom
Karikatur Karneval Karotte Karpfen Karre Karren Karriere Karte Kartei Kartoffel Karton Karussell Kaskade
Kasse Kassenbon Kasserolle Kassette Kassierer Kastanie Kasten Katalog Katapult Kater Katze Kauf Kaufhaus
Kaufmann Kaugummi Kaulquappe Kaviar Kegel Kegelbahn Kehle Kehrbesen Keil Keiler Keim Keks Keksdose Kelch
Kelle Keller Kellner Kellnerin Kelter Kennwort Keramik Kerbe Kern Kernobst Kerze Kessel Kette Kicker Kiebitz
Kiefer Kiel Kies Kiesel Kiesgrube Kiesweg Kilometer Kind Kinderbuch Kinderchor Kinderlied Kindheit Kinn Kino
Kiosk Kirche Kirchturm Kirschbaum Kirsche Kirschkern Kirschsaft Kissen Kiste Kitt Kittel Kitz Kiwi Klamm
Klammer Klang Klappe Klarheit Klarinette Klasse Klassik Klaue Klausel Klavier Klebeband Kleber Klecks Klee
Kleeblatt Kleid Kleidung Kleie Kleinkunst Kleinod Kleinstadt Klemme Klempner Kletterer Klient Klima Klinge
Klingel Klinke Klinker Klippe Klischee Klotz Klub Kluft Knabe Knall Knappe Knauf Kneipe Knete Knick Knie
Kniff Knirps Knoblauch Knochen Knolle Knopf Knopfloch Knorpel Knospe Knoten Kobalt Kobold Koch Kochbuch
Kochkunst Kochtopf Koffer Kohl Kohle Kohlmeise Kohlrabi Kojote Kokosnuss Kolben Kolibri Kolkrabe Kollege
Kollegin Kolonne Kolumne Komet Komfort Komik Komiker Komma Kommando Kommode Kompass Komponist Kompost
Kompott Konditor Konditorei Konfekt Konfetti Kongress Konsonant Kontakt Kontinent Konto Kontrabass Kontrast
Kontrolle Konzept Konzert Kopf Kopfkissen Kopfsalat Kopftuch Kopie Kopilot Koralle Korb Korbball Koriander
Kork Korken Kormoran Korn Kornblume Kornfeld Kosmos Kost Kosten Kostprobe Krabbe Kraft Kraftwerk Kragen Kran
Kranich Kranz Krater Kraut Krawatte Krebs Kreide Kreis Kreisel Kreislauf Kreisstadt Krempe Kreuz Kreuzgang
Kreuzung Kricket Krimi Kringel Krippe Kristall Kritik Krokant Krokodil Krokus Krone Krug Krume Kruste Kubus
Kuchen Kuckuck Kufe Kugel Kuh Kuhglocke Kuhstall Kulisse Kultur Kunde Kundin Kunst Kunsthalle Kunstwerk
Kupfer Kuppel Kurbel Kurier Kurort Kurs Kurve Kurzfilm Kuss Kutsche Kutscher Kutter Kuvert Labor Laborant
Labyrinth Lachen Lachs Lack Laden Ladung Lager Lagerfeuer Lagerhalle Lagune Laie Laken Lakritz Lama Lamm
Lampe Lampion Land Landarzt Landebahn Landhaus Landkarte Landschaft Landung Landweg Landwirt Langlauf Lasso
Last Lastkahn Lastwagen Latein Laterne Latte Lattenrost Laub Laube Laubfrosch Laubwald Lauch Lauf Laufbahn
Laufband Lauge Laune Laut Laute Lava Lavendel Lawine Leben Lebkuchen Leder Lederball Lederhose Leerung
Legende Leguan Lehm Lehne Lehre Lehrer Lehrerin Lehrling Lehrpfad Lehrplan Leier Leim Leine Leinen Leinsamen
Leinwand Leiste Leistung Leiter Leitfaden Leitung Lektion Lektor Lenker Lenkrad Lenkung Leopard Lerche
Lernstoff Lesebuch Leselampe Leser Leserin Lesung Leuchte Leuchtturm Leute Levkoje Lexikon Liane Libelle
Libero Licht Lichtblick Lichtung Lid Liebe Liebling Lied Lieferant Liege Liegestuhl Liegewiese Lift Liga
Lilie Limette Limonade Linde Lineal Linie Linse Lippe Liste Liter Literatur Litze Lob Loch Locher Locke
Lockruf Loden Logbuch Loge Logik Lohn Loipe Lok Lokal Lokomotive Lorbeer Los Lotse Lotterie Lotto Lotus
Luchs Luft Luftballon Luftkurort Luftpost Luftschiff Luke Lupe Lupine Lust Lustspiel Lyra Lyrik Lyriker Maat
Macht Magazin Magie Magier Magma Magnet Magnolie Mahagoni Mahl Mahlzeit Mai Maibaum Mais Maiskolben Majoran
Makkaroni Makler Makrele Makrone Maler Malerei Malkasten Malve Malz Mammut Mandarine Mandat Mandel
Mandelbaum Mandoline Mango Mangold Manier Mannschaft Manschette Mantel Manuskript Mappe Maracuja Marathon
Marder Margarine Margerite Marille Marine Marionette Mark Marke Markise Markt Marktfrau Markthalle
Marktplatz Marktstand Marmelade Marmor Mars Marsch Masche Maschine Maske Massage Masse Massiv Mast Mastkorb
Material Mathematik Matinee Matratze Matrose Matte Mauer Mauerwerk Maulbeere Maulkorb Maultier Maulwurf
Maurer Maus Mechanik Mechaniker Medaille Medaillon Medien Medizin Meer Meerblick Meerbusen Meerenge Meersalz
Mehl Mehlsack Mehrheit Meile Meinung Meise Meister Melder Melisse Melodie Melone Menge Mensa Mensch
Merkblatt Merkmal Merkur Messbecher Messe Messing Messung Metall Metapher Meteor Meteorit Meter Methode
Metropole Metzger Miene Miete Mieter Mikado Mikrofon Mikroskop Milan Milch Milchglas Milchkanne Milchreis
Milchzahn Mimik Mimose Mine Mineral Minute Minze Mirabelle Mischung Mischwald Mistel Mittag Mitte Mittel
Mittelmeer Mittelweg Mittwoch Mixer Mobile Mode Modell Modem Moderator Modul Mohn Mohnblume Mokka Molch Mole
Molkerei Moment Monarch Monat Mond Mondfahrt Mondlicht Mondphase Mondschein Monitor Monolog Montag Montage
Monteur Monument Moor Moos Moosbeere Mops Moral Morast Morgen Morgenrock Morgenrot Morgentau Mosaik Moskito
Motiv Motor Motorboot Motorhaube Motorrad Motte Motto Mozzarella Muffin Mulde Multimedia Mund Mundart Murmel
Murmeltier Museum Musical Musik Musikant Musiker Muskat Muskel Muskulatur Muster Mut Mutprobe Mutter Nachbar
Nachbarin Nachfrage Nachmieter Nachmittag Nachname Nachricht Nachspiel Nacht Nachthemd Nachtigall Nachtisch
Nachtlicht Nachtruhe Nachttisch Nachwuchs Nacken Nadel Nadelbaum Nadelwald Nagel Nager Nahrung Naht
Nahverkehr Name Namenstag Napf Narr Narwal Narzisse Nase Nashorn Natron Natur Naturkunde Nebel Nebelhorn
Nebelwand Nebenfluss Nebenrolle Neffe Nektar Nektarine Nelke Neon Neptun Nerv Nest Netz Netzhaut Netzwerk
Neubau Neugier Neuheit Neuland Neumond Neuschnee Neustart Nichte Nickel Nicken Niederlage Niere Nilpferd
Nische Niveau Nixe Nobelpreis Norden Nordlicht Nordpol Nordsee Nordstern Norm Nostalgie Notar Notausgang
Note Notenblatt Notenheft Notiz Notizblock Notizbuch Novelle November Nuance Nudel Nudelholz Nudelsuppe
Nugat Null Nummer Nuss Nussbaum Nutzen Nymphe Oase Obelisk Ober Oberarm Oberbau Oberdeck Oberhaupt Oberhemd
Oberkante Oberlicht Objekt Objektiv Oboe Obst Obstbaum Obstgarten Obstkorb Obstkuchen Obstsalat Ochse Ocker
Ode Ofen Ofenrohr Offerte Offizier Ohr Ohrring Ohrwurm Okapi Oktave Oktober Oktopus Oldtimer Olive
Olivenbaum Olympiade Oma Omelett Omnibus Onkel Opa Opal Oper Operette Opernhaus Optik Optiker Optimist
Orakel Orange Orchester Orchidee Orden Ordner Ordnung Oregano Organ Organist Orgel Orient Original Orkan
Ornament Ort Ortschaft Osten Osterei Osterhase Osterlamm Ostsee Otter Oval Ozean Ozon Paar Pacht Pack Paddel
Paddelboot Page Paket Palast Palette Palme Palmenhain Pampelmuse Panda Panne Panorama Panther Pantoffel Papa
Papagei Papier Papierkorb Pappe Pappel Pappkarton Paprika Parabel Parade Paradies Paragraf Park Parkbank
Parkett Parkhaus Parkplatz Parkuhr Parmesan Part Partie Partitur Partner Partnerin Party Pass Passage
Passagier Passant Passbild Pastell Pastete Patent Patin Pauke Pause Pausenbrot Pausenhof Pavian Pavillon
Pedal Pegel Pelikan Pelle Pelz Pendel Pendler Pension Perle Perlhuhn Perlmutt Person Personal Petersilie
Petunie Pfad Pfadfinder Pfahl Pfahlbau Pfand Pfanne Pfarrhaus Pfau Pfeffer Pfeife Pfeil Pfeiler Pfennig
Pferch Pferd Pfirsich Pflanze Pflaster Pflaume Pflege Pfleger Pflicht Pflock Pflug Pforte Pfosten Pfote
Pfund Phase Philosoph Physik Physiker Pianist Pickel Picknick Pier Pigment Pik Pilgerweg Pilot Pilz
Pilzsuppe Pinguin Pinie Pinsel Pinzette Pionier Pirat Pirol Pirouette Piste Pizza Plage Plakat Plan Plane
Planet Planke Plantage Planung Plasma Plastik Platane Platin Platte Plattform Platz Platzregen Plauderei
Plausch Podium Poesie Poet Pokal Poker Pol Polarfuchs Polarstern Politur Pollen Polo Polster Polyp Pomeranze
Pommes Pony Pool Popcorn Porree Portal Portier Portion Porto Porzellan Posaune Pose Position Post Postamt
Postbote Posten Poster Postkarte Potenz Pracht Praktikant Praktikum Praline Preis Premiere Presse Pressluft
Prinz Prinzessin Prinzip Prise Prisma Privileg Probe Problem Produkt Produktion Produzent Professor Profi
Profil Prognose Programm Projekt Projektor Prolog Promenade Propeller Prosa Prospekt Protein Protokoll
Proviant Provinz Prozent Prozess Publikum Pudding Pudel Puder Puffer Pulk Pulli Pullover Puls Pult Pulver
Puma Pumpe Punkt Pupille Puppe Puppenhaus Purpur Purzelbaum Putz Putzeimer Putzlappen Puzzle Pyramide
Quadrat Qualle Quant Quark Quartal Quartett Quartier Quarz Quaste Quatsch Quelle Quitte Quittung Quiz Quote
Rabatt Rabe Rachen Rad Radar Radau Radfahrer Radieschen Radio Radius Radler Radrennen Radtour Radweg
Raffinerie Rahm Rahmen Rakete Rallye Rampe Rand Rang Ranke Rappe Raps Rapsfeld Rapunzel Rasen Rasenplatz
Raspel Rassel Rast Raster Rasthof Rastplatz Rat Ratgeber Rathaus Ratsche Raum Raumfahrt Raumschiff Raupe
Raureif Realist Rebe Rebhuhn Rebstock Rechen Rechner Rechnung Recht Rechteck Recorder Redakteur Redaktion
Rede Redner Reederei Referat Referent Reflex Reform Refrain Regal Regatta Regel Regen Regenbogen Regenjacke
Regenrinne Regentonne Regenwald Regenwurm Regenzeit Regie Region Regisseur Register Regler Reh Rehbock
Rehkitz Reibe Reibung Reich Reichtum Reif Reifen Reihe Reihenhaus Reiher Reim Reis Reise Reisebus Reisepass
Reiseziel Reiskorn Reiter Reiterin Reithalle Reiz Rekord Rektor Relief Reling Remise Rennbahn Rennen
Rennfahrer Rennpferd Rennrad Rennwagen Rente Rentier Rentner Reparatur Repertoire Reportage Reporter Reserve
Residenz Respekt Rest Restaurant Rettich Rettung Revier Revue Rezept Rezeption Rhabarber Rhetorik Rhythmus
Richter Richtung Riege Riegel Riemen Riese Riesenrad Riff Rille Rind Rinde Ring Ringer Ringfinger Rinne
Rippe Risiko Ritt Ritter Ritterburg Ritual Ritze Robbe Robe Roboter Rochen Rock Rockband Rodel Rodelbahn
Rodeo Roggen Roggenbrot Rohbau Rohr Rohrspatz Rohstoff Rokoko Rolle Roller Rollfeld Rollkragen Rollladen
Rollmops Rollschuh Rolltreppe Roman Romantik Rondell Rose Rosenkohl Rosenstock Rosine Rosmarin Rost
Rostbraten Rotbuche Rotkohl Rotor Rotwein Route Routine Rubin Rubrik Ruck Rucksack Rudel Ruder Ruderboot
Ruderer Ruf Ruhe Ruhepause Ruhestand Ruhetag Ruhm Ruine Rumpf Runde Rundfahrt Rundfunk Rundgang Rundreise
Rundweg Runzel Rutsch Rutsche Saal Saat Saatgut Saatkorn Sachbuch Sache Sack Sackgasse Safari Safe Safran
Saft Saftpresse Saga Sage Sahne Sahnetorte Saison Saite Sakko Salamander Salami Salat Salatkopf Salbe Salbei
Saline Salm Salon Salto Salut Salz Salzkorn Salzsee Salzstange Salzwasser Same Samen Sammler Sammlung
Samstag Samt Sanatorium Sand Sandale Sandbank Sandburg Sanddorn Sandkasten Sandkorn Sandmann Sandstein
Sandstrand Sanduhr Sandweg Sandwich Sanftmut Saphir Sardelle Sardine Satellit Satin Satire Sattel Satz
Satzung Sauce Sauerkraut Sauerstoff Sauerteig Saum Sauna Savanne Saxofon Schablone Schach Schacht Schachtel
Schaf Schafherde Schafstall Schafwolle Schal Schale Schalk Schall Schalter Schaltjahr Schaltung Schanze
Schar Scharnier Schaschlik Schatten Schatulle Schatz Schau Schauer Schaufel Schaukel Schaum Schaumbad
Schauplatz Schauspiel Scheck Scheckheft Scheibe Schein Scheitel Schelle Schelm Schema Schemel Schenke
Scherbe Schere Scherz Scheune Schicht Schicksal Schieber Schiefer Schiene Schiff Schild Schilf Schilling
Schimmel Schimmer Schimpanse Schinken Schirm Schirmherr Schlaf Schlafsack Schlager Schlagzeug Schlange
Schlauch Schlaufe Schlehe Schleier Schleife Schleppe Schlepper Schleuder Schleuse Schlichter Schliff
Schlinge Schlips Schlitten Schlitz Schloss Schlosser Schlucht Schluck Schluss Schmaus Schmelz Schmied
Schmiede Schmuck Schmunzeln Schnabel Schnake Schnalle Schnecke Schnee Schneeball Schneemann Schneide
Schneider Schnellzug Schnepfe Schnipsel Schnitt Schnitte Schnitzel Schnorchel Schnuller Schnur Schokolade
Scholle Schonung Schopf Schoppen Schorle Schote Schotter Schramme Schrank Schranke Schraube Schrei Schreiber
Schreiner Schrift Schritt Schrot Schub Schubkarre Schublade Schuh Schulbank Schulbuch Schulbus Schule
Schulfach Schulfest Schulhof Schuljahr Schulter Schuppe Schuppen Schuster Schutt Schutz Schutzhelm Schwalbe
Schwamm Schwan Schwarm Schweif Schweigen Schwein Schwelle Schwemme Schwester Schwimmbad Schwimmer Schwinge
Schwung Sechseck Sechser See Seeadler Seebad Seefahrt Seegang Seegras Seehund Seeigel Seekarte Seele
Seeleute Seelilie Seemann Seemeile Seerose Seestern Seeufer Seevogel Seeweg Segel Segelboot Segelflug Segen
Segler Segment Seide Seidentuch Seife Seil Seilbahn Seiltanz Seite Seitenweg Sekt Sektor Sekunde Sellerie
Seltenheit Semester Semikolon Seminar Semmel Sender Sendung Senf Senfkorn Senior Sense Sensor Sepia
September Serie Serpentine Server Service Serviette Sesam Sessel Sessellift Setzling Show Sichel Sicht
Sichtweite Sieb Siedler Siedlung Sieg Siegel Siegellack Sieger Siegerin Signal Silbe Silber Silhouette Silo
Silvester Sims Simulator Sinfonie Singspiel Singvogel Sinn Sinnbild Sirene Sirup Sitte Situation Sitz
Sitzbank Sitzplatz Sitzung Skala Skat Sketch Ski Skilift Skipiste Skizze Skorpion Skript Skulptur Smaragd
Smoking Socke Sockel Sofa Software Sohle Soja Sole Solist Solo Sommer Sommerfest Sommerhaus Sommerhut
Sommertag Sonate Sonde Sonett Sonne Sonnenhut Sonnenuhr Sonntag Sopran Sorbet Sorge Sorgfalt Sorte Sortiment
Souvenir Spachtel Spagat Spaghetti Spalier Spalt Spalte Span Spange Spaniel Spann Spannung Sparbuch Spargel
Sparkasse Sparren Sparte Spaten Spatz Spazierweg Specht Speck Spediteur Spedition Speiche Speicher Speise
Speiseeis Speisesaal Spektakel Spektrum Spende Spender Sperling Sperre Spesen Spezi Spiegel Spiegelei Spiel
Spielbrett Spieler Spielerin Spielfeld Spielfilm Spielhaus Spielkarte Spielplan Spielplatz Spielraum
Spielregel Spielstein Spielwiese Spielzeug Spikes Spinat Spind Spindel Spinne Spinnrad Spirale Spitze
Spitzmaus Splitter Spore Sporn Sport Sporthalle Sportler Sportlerin Sportplatz Sprache Sprachkurs Spray
Sprecher Spreu Springer Springseil Sprint Spross Sprosse Spruch Sprudel Sprung Spule Spund Spur Spurweite
Stab Stachel Stadion Stadium Stadt Stadtbad Stadtbahn Stadtbild Stadtfest Stadthalle Stadtmauer Stadtpark
Stadtplan Stadtrand Stadtrat Stadtteil Stadttor Staffel Staffelei Stahl Stahlrohr Stahlseil Stall Stamm
Stammbaum Stammgast Stammplatz Stammtisch Stand Standort Standpunkt Standuhr Stange Stapel Star Start
Startbahn Startblock Starter Statik Station Statist Statistik Stativ Statue Statut Stau Staub Staubkorn
Staubtuch Staudamm Staude Stausee Steak Steckbrief Steckdose Stecker Stecknadel Steg Stegreif Stehlampe
Stehplatz Steifheit Steigung Stein Steinbock Steinbruch Steinhaus Steinkauz Steinmauer Steinmetz Steinobst
Steinofen Steinpilz Steinwurf Steinzeit Stelle Stellung Stellwerk Stelze Stempel Stenograf Steppdecke Steppe
Stern Sternbild Sternkarte Sternwarte Steuermann Steuerrad Stich Stichwort Stickerei Stiefel Stieglitz Stiel
Stier Stift Stifter Stiftung Stil Stille Stillleben Stimme Stimmgabel Stimmung Stirn Stirnband Stock
Stockbrot Stockfisch Stockwerk Stoff Stoffrest Stolz Storch Strahl Strahler Strahlung Strand Strandbad
Strandgut Strandkorb Strang Strategie Strauch Strebe Strecke Streich Streicher Streif Streifen Strenge
Strich Strichcode Strick Stroh Strohdach Strohhalm Strohhut Strolch Strom Strophe Strudel Struktur Strumpf
Stube Stuck Student Studentin Studie Studio Studium Stufe Stuhl Stuhlbein Stulle Stunde Sturm Sturmflut
Sturzhelm Stute Suche Sucher Superlativ Suppe Suppenhuhn Surfbrett Surfer Symbol Symmetrie Sympathie
Symphonie Synonym Syntax System Szene Tabelle Tablett Tablette Tacho Tafel Tafelberg Tafelrunde Tag Tagebau
Tagebuch Tageslicht Tageszeit Tagtraum Tagung Taille Takt Taktik Taktstock Tal Talent Taler Talfahrt
Talisman Talkshow Talsperre Talstation Tamburin Tandem Tang Tango Tank Tankstelle Tanne Tannenbaum
Tannenwald Tante Tanz Tanzkurs Tanzlehrer Tanzsaal Tapete Tapir Tarif Tarnung Tasche Taschenuhr Tasse
Tastatur Taste Tat Tatendrang Tatkraft Tatsache Tatze Tau Taube Taucher Taufe Tausch Tauwetter Taxi
Taxifahrer Team Technik Techniker Teddy Tee Teebeutel Teekanne Teelicht Teer Teesieb Teestube Teetasse Teich
Teichrose Teig Teil Teilchen Teiler Teilnehmer Teint Telefon Telegramm Teleskop Teller Tempel Tempo Tendenz
Tennis Tennisball Tenor Teppich Termin Terrarium Terrasse Terrier Terrine Test Testbild Testlauf Text
Textbuch Textil Theater Theke Thema Theorie Therapie Therme Thermik These Thron Thronsaal Thunfisch Thymian
Tiefe Tiefebene Tiefgarage Tiefland Tiefsee Tiegel Tier Tierarzt Tierheim Tierpark Tiger Tilsiter Tinktur
Tinte Tintenfass Tipp Tisch Tischbein Tischdecke Tischler Tischrede Titan Titel Titelblatt Titelseite Toast
Toaster Tochter Toleranz Tomate Tombola Ton Tonart Tonband Tonfall Tonkrug Tonleiter Tonne Topas Topf
Topflappen Tor Torbogen Torf Torhaus Torheit Tornado Tornister Torpfosten Torschuss Torte Torwart Tour
Tourist Touristin Trab Tracht Tradition Trage Trainer Training Traktor Tram Tramper Trampolin Transport
Trapez Traube Traum Traumhaus Traumreise Trecker Treff Treffen Treffer Treffpunkt Treibgut Treibhaus
Treibholz Trend Treppe Tresen Tresor Tretboot Tretroller Treue Trichter Trick Trickfilm Trieb Triebwagen
Trikot Triller Trimester Trinkgeld Trio Tritt Triumph Trog Trolley Trommel Trommler Trompete Tropen Tropfen
Trost Trubel Truhe Trumpf Trupp Truthahn Tuba Tuch Tugend Tukan Tulpe Tulpenfeld Tumult Tundra Tunnel Turban
Turbine Turbo Turm Turmalin Turmfalke Turmspitze Turmuhr Turner Turnerin Turnhalle Turnier Turnschuh Tusche
Typ Ufer Uferweg Uhr Uhrmacher Uhrwerk Uhrzeit Uhu Ukulele Ulme Umbau Umbruch Umfang Umfeld Umfrage Umgang
Umgebung Umhang Umkehr Umkreis Umlauf Umlaut Umleitung Umriss Umschlag Umsicht Umstand Umtausch Umweg Umwelt
Umzug Uniform Universum Unke Unkraut Unordnung Unruhe Unterarm Unterdeck Unterhalt Unterholz Unterkunft
Unterlage Unterricht Unterseite Untertasse Unterwelt Unwetter Uranus Urheber Urkunde Urlaub Urlauber Ursache
Ursprung Urteil Urwald Urzeit Utopie Vakuum Vanille Vase Vater Vegetation Veilchen Ventil Ventilator Venus
Veranda Verband Verbot Verdienst Verein Verfahren Verfasser Vergleich Verhalt Verkauf Verkehr Verlag Verlauf
Verleih Vermerk Vermieter Vernunft Vers Versand Verschluss Version Verstand Versteck Versuch Vertrag
Vertrauen Vertreter Verwalter Verwandte Verzicht Vesper Viadukt Video Vieh Viehweide Vielfalt Viereck Vierer
Viertel Villa Viola Violine Visier Vision Visite Vitamin Vitrine Vogel Vogelbeere Vogelfeder Vogelhaus
Vogelkunde Vogelnest Vogelschar Vokabel Vokal Volksfest Volkslied Volkstanz Volkswagen Volleyball Vollkorn
Vollmilch Vollmond Volt Volumen Vorabend Vorahnung Vorbau Vorbild Vordach Vorderrad Vorfahre Vorfreude
Vorgang Vorgarten Vorhaben Vorhang Vorhut Vorlage Vorliebe Vormittag Vorname Vorort Vorrang Vorrat Vorraum
Vorreiter Vorsaison Vorsatz Vorschau Vorschlag Vorschule Vorsicht Vorspann Vorspeise Vorspiel Vorsprung
Vorstadt Vorstand Vorteil Vortrag Vorwahl Vorwand Vorwort Vorzug Vulkan Waage Wabe Wache Wacholder Wachs
Wachstum Wachtel Wade Waffel Wagen Wagenrad Waggon Wagnis Wahrheit Wal Wald Waldameise Waldbad Waldbeere
Waldboden Waldhaus Waldhorn Waldkauz Waldlauf Waldrand Waldsee Waldweg Walfisch Wall Wallach Walnuss Walross
Walze Walzer Wand Wandel Wanderer Wanderlied Wanderung Wanderweg Wandlampe Wandregal Wandtafel Wanduhr Wange
Wanne Wappen Ware Warenhaus Warmwasser Warnung Warte Warteliste Warteraum Wartesaal Wasser Wasserbad
Wasserball Wasserfall Wasserglas Wasserhahn Wasserlauf Wassermann Wassernixe Wasserrad Wasserski Wassertank
Wasserturm Wasserweg Watt Watte Wattenmeer Weber Webstuhl Wechsel Wecker Weg Wegrand Wegweiser Weide
Weidenkorb Weidezaun Weiher Weiler Wein Weinberg Weinernte Weinfass Weinglas Weinkeller Weinlaub Weinlese
Weinrebe Weinstube Weintraube Weisheit Weite Weitsprung Weizen Weizenfeld Weizenmehl Welle Wellenbad Welpe
Welt Weltall Weltatlas Weltbild Weltkarte Weltmeer Weltraum Weltreise Weltrekord Weltstadt Wende Wendung
Werbung Werft Werk Werkbank Werkstatt Werkstoff Werktag Werkzeug Wert Wertpapier Wesen Weste Westen Westwind
Wette Wetter Wetterhahn Wettkampf Wettlauf Wicht Wichtel Wicke Widder Widerhall Widmung Wiedehopf Wiege
Wiegenlied Wiese Wiesel Wigwam Wildbach Wildbiene Wildblume Wildente Wildgans Wildkatze Wildnis Wildpark
Wildpferd Wildrose Wildtier Wildwasser Wille Willkommen Wimpel Wimper Wind Windbeutel Windel Windfang
Windhund Windjacke Windlicht Windrad Windrose Windspiel Windstille Wink Winkel Winter Winterluft Wintertag
Winzer Wippe Wirbel Wirbelwind Wirkung Wirrwarr Wirsing Wirt Wirtin Wirtshaus Wischer Wissen Witz Woche
Wochenende Wochentag Woge Wohl Wohlklang Wohlstand Wohnblock Wohnhaus Wohnheim Wohnmobil Wohnort Wohnung
Wohnwagen Wohnzimmer Wolf Wolke Wolldecke Wolle Wollgras Wollmantel Wollsocke Wonne Wort Wortlaut Wortschatz
Wortspiel Wrack Wunder Wunderland Wunderwerk Wunsch Wurf Wurfspiel Wurst Wurstbrot Wurzel Zahl Zahlung Zahn
Zahnarzt Zahnpasta Zahnrad Zahnseide Zander Zange Zapfen Zapfhahn Zar Zauber Zauberer Zauberstab Zaun
Zaunpfahl Zebra Zeder Zeh Zehe Zehner Zeichen Zeichner Zeichnung Zeiger Zeile Zeisig Zeit Zeitalter
Zeitblase Zeitdruck Zeitgeist Zeitlupe Zeitplan Zeitpunkt Zeitraum Zeitreise Zeitung Zeitzone Zelle Zelt
Zeltdach Zeltlager Zeltplatz Zement Zenit Zentimeter Zentner Zentrale Zentrum Zepter Zeremonie Zettel Zeug
Zeuge Zeugnis Ziege Ziegel Ziegenkitz Ziel Zielflagge Ziellinie Ziffer Zikade Zimmer Zimmermann Zimt
Zimtstern Zink Zinn Zins Zipfel Zirkel Zirkus Zirkuszelt Zirrus Zitadelle Zitat Zither Zitrone Zivilist
Zobel Zollamt Zollstock Zone Zoo Zoologe Zopf Zucchini Zucht Zucker Zuckerdose Zuckerguss Zuckerhut Zufall
Zuflucht Zufluss Zugabe Zugang Zugfahrt Zugluft Zugpferd Zugvogel Zuhause Zukunft Zulage Zulauf Zuname
Zunder Zuneigung Zunft Zunge Zuruf Zusage Zusatz Zuschauer Zuschlag Zustand Zustellung Zutat Zutritt
Zuversicht Zuwachs Zweck Zweier Zweig Zwerg Zwetschge Zwickel Zwieback Zwiebel Zwilling Zwirn Zwitschern
Zyklus Zylinder Zypresse
`
  .trim()
  .split(/\s+/)
