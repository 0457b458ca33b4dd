/** Word pairs that the project adds to WordNet's. */
import { pairsIn, rowsIn } from './word-lists.ts';

/** Synonyms in news and reference texts that WordNet lacks or lists under other senses. Each row is one set. */
export const OWN_SYNONYMS: readonly (readonly string[])[] = rowsIn(
  'company firm corporation business|put_out release publish issue launch|acquire buy purchase take_over|begin start commence|' +
    'end finish conclude|get receive obtain|wed marry|people person individual|author writer|write author pen|movie film|' +
    'singer vocalist|kid child|found establish create set_up|build construct erect|pass_away die|attorney lawyer|physician doctor|' +
    'car automobile|increase rise grow climb|decrease decline fall drop|fall drop plunge|reduce lower cut decrease|' +
    'raise increase boost|big large|near close|ceo chief_executive|cancer carcinoma|tumor tumour neoplasm|use utilize employ|' +
    'show demonstrate indicate|need require|locate situate|headquarter base|approximately about roughly around nearly almost|' +
    'annual yearly|global worldwide|citizen resident inhabitant|murder kill assassinate',
);

/** Pairs of words that exclude each other but aren't antonyms in WordNet. */
export const OWN_ANTONYMS: readonly (readonly [string, string])[] = pairsIn(
  'increase decline|increase reduce|increase fall|increase drop|increase lower|rise decrease|rise drop|rise decline|raise reduce|' +
    'raise decrease|grow shrink|grow decline|gain lose|allow ban|allow prohibit|permit ban|approve reject|promote inhibit|' +
    'stimulate inhibit|activate inhibit|enhance inhibit|enhance reduce|enhance impair|improve worsen|improve impair|protect harm|' +
    'upregulate downregulate|higher lower|more few|start finish|start stop|pass fail|success flop|support oppose|innocent convict|' +
    'safe unsafe|profit loss|before after|purchase sell|always never|single married|fiction nonfiction|fictional real|summer winter|' +
    'cause prevent|northernmost southernmost|easternmost westernmost|northwards southwards|eastwards westwards|northward southward|' +
    'eastward westward|upper lower|clockwise anticlockwise|compulsory optional|mandatory optional|compulsory voluntary|' +
    'mandatory voluntary|obligatory voluntary|fixed variable|temporary permanent|manual automatic|amateur professional|allow forbid|' +
    'permit prohibit|include omit|surplus deficit|expand contract|expand shrink|heighten lessen|quicken slow|accelerate slow|' +
    'increase cut|raise cut|improve deteriorate|reveal conceal|uphold overturn|uphold quash|uphold dismiss|grant refuse|grant deny|' +
    'approve refuse|agree refuse|confirm deny|convict clear|oppose favour|oppose back|praise criticise|praise condemn|heed ignore|' +
    'continue cease|continue stop|living extinct|elderly young|loud quiet|daily weekly|daily monthly|weekly monthly|monthly yearly|' +
    'monthly annual|weekly yearly|weekly annual|monthly quarterly',
);
