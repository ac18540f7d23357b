/** A clause that begins so leans on the one before it. */
export const LEANS_BACK =
  /^(?:但|可(?![以怜])|却|而|又|也|才|就|便|都|还|再|则|所以|因为|于是|那么|不然|否则|仍|更|倒|反|只|像|好像|似|连|的|得|地|了|着|说|为的|免得|好让|好叫|直到|等|一边|一面|一路|一齐|一共|有的|不是|不|没|把|给|跟|和|与|往|朝|拿|用|从|在|到|是|如今|慢|最|大|小|很|真)/u
/** A clause that begins so needs the one behind it. */
export const LEANS_ON =
  /^(?:如果|要是|倘若|若|只要|只有|因为|虽|尽管|既然|即使|就算|哪怕|不管|无论|除非|当|等|趁|自从|为了|关于|对于|按|照|从|在|到|每|凡|不是|不但|不光|一边|一面|先|刚|才|越|那|这|第|有|今|昨|明|后来|末了|换)/u
/** A clause that ends so goes on in the one behind it. */
export const REACHES_ON =
  /(?:时|时候|后|前|的|得|里|上|下|中|天|夜|晚|早|年|月|日|说|问|道|喊|叫|答|想|念|写|讲|骂|应|看|见|听|觉|像|是|有|把|给|和|跟|与|了看|[一二三四五六七八九十百千])$/u
/** A clause that begins so has its subject in the one before it. */
export const BORROWS = /^(?:要|会|能|想|肯|得|该|敢|叫|让|被|[^，。]得)/u
/** Whoever speaks or thinks at the end of a sentence would seem to say what a comma joins to it. */
export const SPEAKS_AT_END = /(?:说|问|道|喊|叫|答|想|念|写|讲|骂|应)$/u
/** A sentence that begins so stands better alone. */
export const STANDS_ALONE =
  /^(?:“|「|——|……|第|[一二三四五六七八九十]+[年月天日夜]|当天|那天|这天|夜里|天亮|后来)/u
