/** Traditional, Japanese and look-alike forms. Each pair is the written character, then the one our lists use. */
export const CHARACTER_PAIRS =
  "國国 囯国 満满 滿满 歲岁 歳岁 嵗岁 亗岁 學学 斈学 齡龄 齢龄 蘿萝 羅罗 孃娘 體体 軆体 関关 關关 係系 処处 處处 發发 発发 髮发 戀恋 愛爱 裏里 裡里 師师 児儿 兒儿 園园 圓圆 " +
  "顏颜 顔颜 親亲 強强 姦奸 褻亵 騷骚 擾扰 誘诱 調调 敎教 撫抚 陰阴 陽阳 莖茎 蕩荡 慾欲 脫脱 褲裤 內内 絲丝 襪袜 臥卧 牀床 雲云 歡欢 歓欢 貞贞 賣卖 賤贱 綁绑 縛缚 繾缱 綣绻 " +
  "纏缠 綿绵 緜绵 麗丽 嬰婴 歐欧 幾几 個个 們们 這这 時时 間间 過过 還还 沒没 與与 為为 爲为 從从 對对 讓让 給给 將将 來来 後后 見见 現现 實实 際际 經经 歷历 曆历 舊旧 媽妈 " +
  "爺爷 孫孙 姪侄 繼继 養养 獨独 帶带 領领 導导 總总 統统 書书 記记 員员 職职 業业 專专 級级 畢毕 課课 補补 習习 輔辅 輩辈 軍军 隊队 劍剑 俠侠 監监 獄狱 審审 檢检 醫医 護护 " +
  "癡痴 臉脸 頭头 額额 頰颊 腳脚 膚肤 懷怀 産产 產产 順顺 進进 達达 適适 選选 遊游 運运 電电 視视 預预 飯饭 飲饮 館馆 駕驾 驗验 貳二 參三 陸六 兩两 萬万 億亿 異异 當当 亞亚 " +
  "傳传 傷伤 價价 優优 備备 償偿 兇凶 則则 別别 剛刚 劇剧 創创 動动 勞劳 勢势 勝胜 區区 協协 單单 嚴严 囑嘱 圖图 場场 壞坏 壓压 夢梦 奪夺 奮奋 婦妇 媧娲 嫵妩 寢寝 寶宝 屆届 " +
  "屬属 崗岗 幣币 廣广 廳厅 張张 彈弹 復复 徵征 惡恶 慘惨 慣惯 應应 懲惩 戰战 戲戏 戶户 拋抛 換换 揮挥 擁拥 擇择 據据 擊击 攝摄 攔拦 敗败 數数 斷断 暫暂 曖暧 會会 條条 極极 " +
  "構构 樂乐 樓楼 標标 樣样 機机 權权 歸归 殘残 殺杀 氣气 決决 況况 淚泪 淨净 減减 滾滚 漢汉 濕湿 潛潜 澀涩 災灾 無无 煙烟 熱热 燈灯 爭争 牽牵 狀状 猶犹 獻献 玆兹 環环 瓊琼 " +
  "畫画 瘋疯 盡尽 眾众 睏困 碼码 確确 禮礼 稱称 窩窝 筆笔 節节 紅红 純纯 紗纱 細细 組组 結结 絕绝 維维 網网 線线 練练 縱纵 績绩 織织 罰罚 聖圣 聞闻 聲声 聽听 脅胁 腫肿 膽胆 " +
  "臨临 興兴 艷艳 豔艳 莊庄 華华 葉叶 蓋盖 藝艺 藥药 蟲虫 術术 衛卫 裝装 複复 覺觉 觀观 訊讯 訪访 設设 許许 詳详 認认 語语 說说 請请 論论 諾诺 謊谎 證证 識识 譯译 變变 豐丰 " +
  "貓猫 負负 責责 買买 資资 賓宾 質质 趙赵 跡迹 踐践 軀躯 輕轻 輪轮 轉转 辦办 農农 邊边 鄰邻 醜丑 釋释 鐘钟 鏡镜 長长 門门 開开 閉闭 閨闺 閱阅 隨随 險险 隱隐 雖虽 雙双 雛雏 " +
  "離离 難难 靈灵 靜静 頂顶 項项 須须 頓顿 題题 願愿 類类 風风 飛飞 餘余 馬马 騎骑 驚惊 髒脏 魚鱼 鮮鲜 鳥鸟 點点 黨党 齊齐 齒齿 龍龙 嬌娇 孌娈 煉炼 銅铜 囍喜 佔占 僅仅 偉伟 " +
  "啟启 籮箩 箩萝 僞伪 偽伪 ㊛女 ㊚男 錄录 鄉乡 遠远 幫帮 廂厢 彎弯 懶懒 攤摊 歎叹 殼壳 潤润 瀏浏 燙烫 獲获 癢痒 競竞 簡简 糾纠 緊紧 縮缩 罵骂 聯联 膩腻 臟脏 薩萨 蠱蛊 襯衬 " +
  "觸触 誤误 賞赏 賠赔 趕赶 躍跃 軟软 邁迈 銷销 鎖锁 闖闯 階阶 霧雾 韓韩 顫颤 飄飘 饑饥 驅驱 鬧闹 鬥斗 麼么 嗎吗 卻却 吳吴 奧奥 妝妆 姍姗 寫写 尋寻 屍尸 嶽岳 巖岩 幹干 庫库 " +
  "弒弑 彥彦 恆恒 悅悦 惱恼 慶庆 憐怜 擺摆 攜携 斂敛 暈晕 朧胧 棄弃 榮荣 殯殡 湧涌 澤泽 滅灭 爛烂 牆墙 獵猎 瑣琐 瞞瞒 礙碍 祕秘 穩稳 窮穷 窺窥 籠笼 綠绿 罷罢 脣唇 蘇苏 虛虚 " +
  "蛻蜕 裊袅 詩诗 誰谁 贈赠 蹤踪 遲迟 遺遗 醬酱 鋪铺 錶表 錢钱 閃闪 闆板 陳陈 雞鸡 韻韵 頸颈 顧顾 餵喂 駐驻 鬆松 鴨鸭 鹹咸 麥麦 黃黄 齋斋 沖冲 恥耻 撲扑 啓启 週周 喫吃 妳你 " +
  "嚐尝 嘗尝 賢贤 賊贼 贓赃 閤合 於于 併并 僱雇 傭佣 僕仆 債债 鄭郑 劉刘 韋韦 鎮镇 鄧邓"

/** Latin syllables that stand in for a character. Each pair is the syllable, then the character our lists use. */
export const SYLLABLE_PAIRS =
  "wei未 cheng成 nian年 xiao小 chu初 gao高 zhong中 xue学 sheng生 luo萝 li莉 zheng正 tai太 you幼 nv女 nu女 tong童 " +
  "sui岁 shao少 nan男 hai孩 zi子 guo国 shi十 qi七 liu六 zuo做 ai爱 shang上 chuang床 kai开 fang房 qiang强 jian奸 " +
  "lian恋 er儿 ying婴 xing性 yi一 san三 si四 wu五 ba八 jiu九 jiao交 guan关 xi系 " +
  "kou口 ji级 ye夜 qing情 ti体 mei妹 huan欢 yu欲 nai奶 se色 tuo脱 gang肛 kua胯"

/** Replaces "<" before a number. */
export const LESS_THAN = "小于"

/** The unit after an age. `normaliseForBan` drops a comma before it. */
export const AGE_UNIT = "岁"

/** Letters of other scripts that look like Latin ones. Each pair is the written letter, then the Latin one. */
export const LETTER_PAIRS =
  "аa еe оo рp сc уy хx ѕs іi јj ԛq ԝw һh ԁd гr кk мm тt нh вb αa οo ρp ιi νv κk τt υu"

/** Replace "+" and "×" between two numbers. */
export const PLUS = "加"
export const TIMES = "乘"
export const NUMERALS = "一二三四五六七八九十两"
