/** Huawei's enterprise node. */
export const huaweiNode = '1.3.6.1.4.1.2011'
/** HUAWEI-XPON-MIB. */
export const xponNode = `${huaweiNode}.6.128.1.1`
