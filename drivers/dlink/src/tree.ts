/** D-Link's enterprise number. */
export const dlink = '1.3.6.1.4.1.171'
/**
 * A product's sysObjectID, and for the web-managed series also the node of its own objects (DLINK-ID-REC-MIB
 * `dlink-products`).
 */
export const product = (number: string): string => `${dlink}.10.${number}`
/** The node of a product's own objects (DLINK-ID-REC-MIB `dlink-mgmt`); mostly numbered like the product. */
export const management = (number: string): string => `${dlink}.11.${number}`
/** Objects that many series share (DLINK-ID-REC-MIB `dlink-common-mgmt`). */
export const common = (number: string): string => `${dlink}.12.${number}`
/** The DGS-3100 keeps RADLAN's private tree (enterprise 89) below its own series. */
export const radlan = product('94.89.89')
