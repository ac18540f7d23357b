/** The same three lines as Python's codecs encode them, in base64. */
export const SIMPLIFIED =
  "清晨的雾从河面升起，老船工把缆绳系在桩上。\n他说：“今天不出船了。”\n一个人站在门口，看着远处的山。"
export const TRADITIONAL =
  "清晨的霧從河面升起，老船工把纜繩繫在樁上。\n他說：「今天不出船了。」\n一個人站在門口，看著遠處的山。"

export const ENCODED = {
  utf8: "5riF5pmo55qE6Zu+5LuO5rKz6Z2i5Y2H6LW377yM6ICB6Ii55bel5oqK57yG57uz57O75Zyo5qGp5LiK44CCCuS7luivtO+8muKAnOS7iuWkqeS4jeWHuuiIueS6huOAguKAnQrkuIDkuKrkurrnq5nlnKjpl6jlj6PvvIznnIvnnYDov5zlpITnmoTlsbHjgII=",
  gb18030:
    "x+Wzv7XEzu2007rTw+bJ/cbwo6zAz7SsuaSw0cDCyf7PtdTa167Jz6GjCsv7y7WjuqGwvfHM7LK7s/a0rMHLoaOhsQrSu7j2yMvVvtTaw8W/2qOsv7TXxdS2tKa1xMm9oaM=",
  gb18030FourBytes:
    "gTnvMcfls7+1xM7ttNO608Pmyf3G8KOswM+0rLmksNHAwsn+z7XU2teuyc+howrL+8u1o7qhsL3xzOyyu7P2tKzBy6GjobEK0ru49sjL1b7U2sPFv9qjrL+018XUtrSmtcTJvaGj",
  big5: "sk2x4aq6w/qxcaplrbGkybBfoUGm0bLupHWn4sZsw7fDtKZivM6kV6FDCqVMu6GhR6F1pLWk0aSjpViy7qRGoUOhdgqkQK3TpEivuKZiqvmkZqFBrN2127u3s0KquqRzoUM=",
  utf16le:
    "BW5oZoR2/pbOTrNsYpdHU3eNDP8BgDmC5V2KYgZ/8377fChXaWgKTgIwCgDWTvSLGv8cIMpOKVkNTvpROYKGTgIwHSAKAABOKk66Ttl6KFfoleNTDP8Ld0B33I8EWYR2cVwCMA==",
  utf16be:
    "bgVmaHaElv5Ozmyzl2JTR413/wyAAYI5XeViin8GfvN8+1coaGlOCjACAApO1ov0/xogHE7KWSlODVH6gjlOhjACIB0ACk4ATipOunrZVyiV6FPj/wx3C3dAj9xZBHaEXHEwAg==",
} as const

export function bytesOf(name: keyof typeof ENCODED): Uint8Array {
  return Uint8Array.from(atob(ENCODED[name]), (character) => character.charCodeAt(0))
}
