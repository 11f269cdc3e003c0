/** NSCRTV: EPON and GPON OLTs of China's cable networks. */
export const nscrtv = '1.3.6.1.4.1.17409'
/** C-Data's own node. */
export const cdataNode = '1.3.6.1.4.1.34592'
