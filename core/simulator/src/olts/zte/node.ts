/** ZTE's enterprise node. */
export const zteNode = '1.3.6.1.4.1.3902'
