import { huawei } from '../tables.ts'

/** HUAWEI-XPON-MIB. */
export const xpon = `${huawei}.6.128.1.1`
/** Its tables of ports and ONUs. */
export const devices = `${xpon}.2`
/** HUAWEI-DEVICE-MIB. */
export const device = `${huawei}.6.3`
