/** A name follows, whatever it looks like. */
export const ENGLISH_NAMED = /\b(?:named|called|name is|name's|name:)\s+$/iu
/** What follows a name at the beginning of a sentence. */
export const ENGLISH_FOLLOWS =
  /^(?:['’]s\b|,? (?:a|an|the|who|whose|his|her|age|aged)\b|, (?:\d|and\b)| and (?:[A-Z]|her\b|his\b|their\b|the\b)| (?:is|was|has|had|must|never|always|just|can|could|will|would|does|did|only|still|once|finally|secretly|suddenly|accidentally|[a-z]{2,}(?:s|ed)|found|met|went|came|lost|ran|took|fell|woke|wrote|taught|saw|said|kept|built|left|got|made|gave|told|heard|learnt|thought|bought|sold|grew|knew|won|held|stood|began|broke|chose|drove|flew|hid|led|paid|read|rode|sang|sat|spoke|stole|swam|threw|wore)\b)/u
/** Before the name of a place. */
export const ENGLISH_PLACE_LEAD =
  /\b(?:in|at|on|of|near|from|into|across|through|around|outside|inside|towards?|over|under|beyond|via|leav(?:es|ing)|visit(?:s|ing)|reach(?:es|ing)|planet|city|town|village|station|island|ship|the)\s+$/iu
/** The last word of the name of a place or a work. */
export const ENGLISH_PLACE_END =
  /(?:Street|Road|Avenue|City|Town|Village|River|Lake|Island|Mountain|Bay|Harbor|Harbour|University|College|School|Academy|Hotel|Station|Castle|Kingdom|Forest|Empire|Dynasty|Age|Festival|Day|Eve)$/u
/** Of these, what ends a time. */
export const ENGLISH_TIME_END = /(?:Dynasty|Age|Festival|Day|Eve|Empire)$/u
/** Before where something is or happens. */
export const ENGLISH_PLACE_AT =
  /\b(?:in|on|at|near|from|into|outside|inside|across|around|throughout|aboard|beyond|leav(?:es|ing)|visit(?:s|ing)|reach(?:es|ing)|(?:city|town|village|station|island|planet|place|port) (?:called|named))\s+$/iu
/** Before where somebody goes. */
export const ENGLISH_PLACE_TO =
  /\b(?:mov|return|com|go|went|travel|fl|sail|rid|journey|head|driv|drov|walk|run|escap|back|home|trip|way|road|ticket|train|flight|bus|ferry|welcome)[a-z]* (?:back |home |out |away |north |south |east |west )?to\s+$/iu
/** Before what a place is called, or whose part it is. */
export const ENGLISH_PLACE_OF =
  /\b(?:city|cities|town|village|island|kingdom|port|harbou?r|planet|moon|colony|streets?|suburbs|outskirts|heart|hills?|mountains?|coast|shores?|valley|north|south|east|west|middle|edge|ruins|university|people|canals|rooftops|queen|king|prince|princess|alleys|markets?) of\s+$/iu
/** Places among the words that name nobody. */
export const ENGLISH_PLACES = new Set(
  "beijing london paris shanghai tokyo york kong mars europa titan highlands".split(" "),
)
/** What somebody is, as the first words of a name. */
export const ENGLISH_ROLES = new Set(
  "detective inspector doctor nurse captain professor engineer officer sergeant lieutenant commander general colonel agent prince princess king queen lord lady sir uncle aunt auntie grandma grandpa grandmother grandfather granny nana mom mum dad mother father sister brother friend wife husband daughter son cousin niece nephew twin twins neighbor neighbour teacher student boss intern manager chef cook baker barista florist pilot painter artist writer author poet musician violinist pianist singer dancer actor actress journalist reporter lawyer accountant programmer hacker mechanic carpenter blacksmith farmer fisherman sailor soldier knight swordsman swordswoman monk wizard witch fairy ghost vampire survivor scientist astronaut librarian postman clerk cop sheriff boy girl woman man kid child orphan hero heroine protagonist widow widower bride groom robot android cat kitten dog puppy fox rabbit bunny bear mouse owl crow dragon turtle hedgehog squirrel wolf whale duckling penguin elephant cloud star old young little tiny poor brave".split(
    " ",
  ),
)
export const ENGLISH_ROLE_BEFORE = new RegExp(`\\b(?:${[...ENGLISH_ROLES].join("|")}),?\\s+$`, "iu")
/** Words that begin a name: they belong to it. */
export const ENGLISH_TITLES = new Set("mr mrs ms miss dr".split(" "))
/** Capitalised words that are no names. */
export const NO_ENGLISH_NAME = new Set(
  "a about africa after age ai all also america american an and any anything apocalypse april as asia at august autumn before begin beijing between big britain british but by can ceo character china chinese christmas comedy could create cultivation day dear death december dragons drama during dystopian each earth easter eight end ending england english europa europe european every everybody everyone fall fantasy february few fi fiction final first five for four france french friday from genre german give god greek halloween he hello help her here hero heroine hi his hong horror how i if in include indian it italian its january japan japanese job july june jupiter just keep kong korean last length little london lonely long love magic main make many march mars may maybe mercury monday moon morning most my mystery name neptune new night nine no nobody not nothing november now october of old on once one only or our paris perhaps please plot pluto protagonist quiet roman romance russian saturday saturn sci science september set setting seven shanghai she short since six slow so some somebody someone something space spanish spring start story style summer sun sunday surprise tell ten that the their theme then there these they this those three thriller thursday time tiny titan title to today tokyo tomorrow tone tonight tuesday tv two uk until upon usa use venus victorian viking vs war we wednesday what when where which while who why winter with without would write wuxia xianxia yesterday york you young year eve new highlands your zombie zombies".split(
    " ",
  ),
)
/** Before a name, though it ends like what stands before a place. */
export const ENGLISH_TALE =
  /\b(?:story|tale|life|lives|adventures?|view|eyes|memoirs?|diary|death|hands|friend) of\s+$/iu
/** Where the name of an old or dear person begins with what they are. */
export const ENGLISH_DEAR = new Set("old grandpa grandma granny nana uncle aunt auntie little".split(" "))
/** What Chinese adds to a name in Latin letters, and a number or a Chinese surname behind it. */
export const MIXED_BEFORE = /(?<!\p{Script=Han})[阿小老]$|(?<=[师员生工手])[阿小老]$/u
export const MIXED_TITLE = /^(?:先生|小姐|太太|女士|老师|师傅|医生)/u
export const MIXED_BEHIND =
  /^(?:先生|小姐|太太|女士|老师|师傅|医生)|^[张王李赵陈刘杨黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈](?!\p{Script=Han})|^[ -]?\d{1,3}(?=[,.]| is\b| was\b)/u
/** The hero is who is named behind one of these, in the same clause. */
export const ENGLISH_HERO_BEFORE =
  /(?:女主角?|男主角?|女主人公|男主人公|主角|主人公|\b(?:hero(?:ine)?|protagonist|main character)\b)[^，。；！？,;!?\n]{0,24}$/iu
