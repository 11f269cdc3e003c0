/** BDCOM's enterprise node. */
export const bdcomNode = '1.3.6.1.4.1.3320'
