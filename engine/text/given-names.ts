/**
 * Common given names by usual gender, used to resolve "he" and "she" if the text gives no other evidence. A name on both lists
 * has no gender.
 */
const MALE = (
  'james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew ' +
  'joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott ' +
  'brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose henry adam douglas nathan peter zachary ' +
  'kyle walter harold jeremy ethan carl keith roger gerald christian terry sean arthur austin noah lawrence jesse joe bryan billy albert ' +
  'bruce willie dylan alan ralph gabriel roy juan wayne eugene logan randy louis russell vincent philip bobby johnny bradley isaac elon ' +
  'barack bill boris vladimir ivan sergei dmitri hans karl fritz otto wolfgang johann ludwig friedrich pierre jean jacques francois luigi mario ' +
  'giovanni leonardo galileo carlos pedro miguel diego pablo fernando antonio mohammed muhammad ahmed ali hassan omar ibrahim raj rahul amit ' +
  'hiroshi kenji takeshi wei jun tim tom jim bob mike steve dan sam max oscar simon martin graham ian neil colin nigel stuart craig isaac napoleon ' +
  'emil anton ernst erik erich gustav heinrich hermann joachim jonas lars leo lukas marc marcus max matthias niels nikola oleg oliver olaf paulo ' +
  'pavel philipp rafael ralf rolf rudolf ruben sebastian stefan sven tobias viktor victor walther werner wilhelm yuri alfred edgar edwin ernest ' +
  'felix frederick harry henrik hugo humphry isambard julian karol leon lewis magnus marek milan mikhail nils oskar otis percy ralph rupert ' +
  'sidney theo toby tomas tomasz umberto vito walt wilfred alessandro andrea carlo enrico federico francesco giuseppe lorenzo marco paolo ' +
  'roberto salvador sergio stefano mateo javier jorge luis manuel rafa enrique alfonso winston franklin abraham theodore ulysses herbert dwight lyndon ronald donald joe jimmy'
).split(' ');
const FEMALE = (
  'mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna ' +
  'michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia dorothy amy kathleen angela shirley emma brenda pamela nicole ' +
  'anna samantha katherine christine debra rachel carolyn janet maria catherine heather diane olivia julie joyce victoria ruth virginia lauren ' +
  'kelly christina joan evelyn judith andrea hannah megan cheryl jacqueline martha madison teresa gloria sara janice ann kathryn abigail sophia ' +
  'frances jean alice judy isabella julia grace amber denise danielle marilyn beverly charlotte natalie theresa diana brittany doris kayla ' +
  'alexis lori marie ada rosalind florence agatha jane helen angela ursula ingrid greta astrid olga svetlana natasha irina fatima aisha ' +
  'priya indira yuki sakura mei lucia elena sofia carmen rosa isabel claire sophie camille hillary kamala oprah beyonce taylor serena malala ' +
  'anne kate lucy zoe chloe ella eva nina clara eleanor michelle hedy frida coco amelia ' +
  'agnes adele alba alma anita annette antonia audrey beatrice beatriz bettina birgit brigitte carla cecilia chiara daniela dora edith elena elisa ' +
  'elise ellen elsa else emilia emmy erika esther eva fiona flora francesca franziska gabriela gertrud gisela giulia hanna hanne hedda heidi helena ' +
  'helga henrietta hilda ida imogen ines inge irene iris isla ivy johanna josephine judit karin katharina katja kirsten lena leonie lina liv ' +
  'louisa louise luisa lydia mabel margarete margarita marianne marina marta matilda maud mercedes mia miriam monica monika nadia nora odette ' +
  'paula penelope petra phoebe pilar rosa rosie ruby sabine sally sana sigrid silvia simone sonia stella susanne sylvia tamara tanja thea ulrike ' +
  'valentina vera veronika wilhelmina yvonne zara'
).split(' ');

const GENDERS = new Map<string, 'male' | 'female' | null>();
for (const name of MALE) GENDERS.set(name, 'male');
for (const name of FEMALE) GENDERS.set(name, GENDERS.get(name) === 'male' ? null : 'female');

/** Usual gender of a given name; null if both are usual; undefined if it isn't a known given name. */
export function genderOfName(name: string): 'male' | 'female' | null | undefined {
  return GENDERS.get(name.toLowerCase());
}

/** Given names, each followed by short forms that hardly ever stand for another name. */
const SHORT_FORMS =
  'abigail abby;abraham abe;alan al;albert al bert;alexander alex sandy;alexandra alex;alfred al alf fred;amanda mandy;andrew andy drew;anthony tony;antonio tony;' +
  'arthur art;barbara barb;benjamin ben benny;bernard bernie;bradley brad;catherine cathy kate;charles charlie chuck chas;charlotte charlie;christina chris tina;' +
  'christine chris tina;christopher chris kit;daniel dan danny;david dave;deborah deb debbie debra;dennis denny;donald don donnie;douglas doug;edgar ed;edmund ed eddie;' +
  'edward ed eddie ned ted teddy;edwin ed eddie;elizabeth beth betsy betty eliza liz lizzie;eugene gene;francis frank;franklin frank;frederick fred freddie freddy;gabriel gabe;' +
  'gerald gerry jerry;gregory greg;harold hal harry;henry hal hank harry;herbert herb;isaac ike;jacob jake;jacqueline jackie;james jim jimmy jamie;janet jan;jeffrey jeff;' +
  'jennifer jen jenny;jeremy jerry;jessica jess jessie;john jack johnny;jonathan jon;joseph joe joey;joshua josh;judith judy;katherine kate kathy katie;kathleen kathy katie;' +
  'kathryn kate kathy katie;kenneth ken kenny;kimberly kim;lawrence larry;leonard len lenny leo;louis lou;lucille lucy;margaret maggie meg peggy;martin marty;matthew matt;' +
  'melissa mel;michael mick mickey mike;mitchell mitch;nathan nate;nathaniel nate nathan;nicholas nick nicky;nicole nicky;oliver ollie;pamela pam;patricia pat patty tricia;' +
  'patrick pat;peter pete;philip phil;phillip phil;randall randy;raymond ray;rebecca becky;richard dick rich rick ricky;robert bob bobby rob robbie;rodney rod;' +
  'roger rodge;ronald ron ronnie;russell russ;samantha sam;samuel sam sammy;sandra sandy;sebastian seb;sidney sid;solomon sol;stanley stan;stephanie steph;stephen steve;' +
  'steven steve;stuart stu;susan sue susie;suzanne sue;terence terry;teresa terry tess;theodore ted teddy theo;theresa terry tess;thomas tom tommy;timothy tim timmy;' +
  'victor vic;victoria vicky;vincent vince vinny;walter walt wally;wilfred wilf;william bill billy will willie;zachary zac zach zack';

const WHOLE_NAMES = new Map<string, string[]>();
for (const row of SHORT_FORMS.split(';')) {
  const [whole, ...short] = row.split(' ');
  for (const name of short) WHOLE_NAMES.set(name, [...(WHOLE_NAMES.get(name) ?? []), whole!]);
}

/** True if the first given name is a usual short form of the second: "tim" of "timothy". Both in lower case. */
export function isShortGivenName(short: string, whole: string): boolean {
  return WHOLE_NAMES.get(short)?.includes(whole) === true;
}
