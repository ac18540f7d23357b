/** How the names of places end, and what does not stand in them. */
export const PLACE_ENDS =
  /古镇|山庄|镇|古城|村|县|岛|湾|渡口|港|坞|寨|谷|屯|巷|胡同|弄堂|基地|古道|客栈|书院|[城州渡桥街路沟坡堡](?![镇村县路街巷桥港城沟]|大学|中学|胡同|客栈)|大街|大道|大学|中学/gu
export const PLACE_STOPS =
  /离开|[^\p{Script=Han}]|[当朝代在了到从去和与于里上下过被把座条个的是有往出着进入住离经守赴抵至考读这那他她它我你们每以对叫]/u
/** At the beginning of one it is what somebody does; elsewhere it may belong to the name. */
export const PLACE_STOPS_FIRST = /^[回来逃修建走通像为由向沿]/u
/** Such a word names none. */
export const NO_PLACE =
  /^(?:小|大|老|旧|新|山|渔|荒|孤|海|县|乡|农|城|市|江南小|海边小|小山|小渔|边境小|山中小|偏远小|偏远山|古|深山)?(?:镇|村|县|岛|湾|港|寨|谷|屯|巷|基地|古镇|古城|渡口|胡同|客栈|书院|中学|大学|山庄|弄堂)$|^[一两三几这那某整每全半满]|[人爸妈爷奶]回[镇村县城]$|[山渔小乡农]村$|小[镇城]$|^[开闯]|^\p{Script=Han}{3}(?<!古)[城州渡坡]$/u
/** How names end that also end many other words: for these, more must speak. */
export const PLACE_ENDS_WEAK = /^(?:[城州渡桥街路沟坡堡]|大街|大道|大学|中学|客栈|书院)$/u
/** What ends like one and names none. */
export const NO_WEAK_PLACE =
  /(?:^.?[全满倾长古围皇京小老空守攻破开屠县商孤王主内外各边都新旧双半名青山]|[购商罗]?物|全|影视|大都)城$|(?:神|九|各|本|满|全)州$|(?:摆|引|偷|过|普|强|野|古|老|旧)渡$|(?:[石木天铁拱交虹板索吊便断小大老旧古鹊座]|廊)桥$|(?:[老长小大旧逛扫上行业食步整条后前临]|商业|唐人)(?:大?街)$|(?:[公铁马山水小大土石泥板家时思出半门活退后生来归前弯老夜走迷线岔赶问上网套道字高短死岐歧绝带引指领养]|一)路$|(?:[山水排臭阴深小大]|壕)沟$|(?:[山陡斜草滑小大高长]{1,2}|斜)坡$|(?:[城地汉碉古小大老]|碉)堡$|(?:重点|名牌|师范|医科|老年|理想|普通|著名|综合|农业|理工|女子|毕业|高级|初级|^[所刚读上念好同流本城县镇村乡重])(?:大学|中学)$|^.?(?:大街|大道)$/u
/** Behind a place; the segmenter may take it for the place's end. */
export const ON_OR_IN = /^[上里下边口]/u
/** Before the name of a place, though it is short. */
export const PLACE_LED =
  /(?:^|[^\p{Script=Han}]|[在到去往于从自回来开至赴抵离进入过住是为守驻朝代了着上下被名叫的和与]|地点|背景|年间|末年|初年)$/u
export const KNOWN_PLACES =
  /北京|上海|天津|重庆|广州|深圳|成都|杭州|苏州|南京|武汉|西安|长沙|青岛|大连|厦门|福州|昆明|大理|丽江|拉萨|贵阳|桂林|南宁|海口|三亚|郑州|洛阳|开封|济南|烟台|威海|沈阳|长春|哈尔滨|漠河|太原|大同|平遥|兰州|敦煌|西宁|银川|乌鲁木齐|喀什|合肥|南昌|景德镇|扬州|镇江|无锡|常州|绍兴|宁波|温州|嘉兴|泉州|潮州|汕头|佛山|东莞|珠海|澳门|香港|台北|台南|高雄|长安|临安|汴京|金陵|姑苏|燕京|幽州|凉州|江陵|襄阳|火星|月球|木卫二|秦岭|华山|泰山|昆仑山?|蓬莱|峨眉山?|武当山?|青丘|赤壁|淝水|台儿庄|忘川|塔克拉玛干|西湖|洞庭|雁门关|玉门关|嘉峪关|山海关|潼关|建康|建业|咸阳|邯郸|土星|木星|金星|比邻星|巴黎|伦敦|东京|京都|纽约/gu

/** Who asks for the hero's own voice. */
export const TELLS_OF_ONESELF = /第一人称|first[- ]person/iu
