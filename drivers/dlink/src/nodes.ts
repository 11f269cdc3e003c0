/** D-Link's enterprise number. */
export const dlink = '1.3.6.1.4.1.171'
/**
 * sysObjectID of a product (DLINK-ID-REC-MIB `dlink-products`). On the web-managed series it is also the node
 * of the product's own objects.
 */
export const product = (number: string): string => `${dlink}.10.${number}`
/**
 * Node of a product's own objects (DLINK-ID-REC-MIB `dlink-mgmt`). In most cases its number is the number of
 * the product.
 */
export const management = (number: string): string => `${dlink}.11.${number}`
/** Objects that many series share (DLINK-ID-REC-MIB `dlink-common-mgmt`). */
export const common = (number: string): string => `${dlink}.12.${number}`
/** The DGS-3100 has RADLAN's private tree (enterprise 89) below the node of its series. */
export const radlan = product('94.89.89')
