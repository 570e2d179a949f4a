export const QUOTE = 0x22
export const LINE_FEED = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
