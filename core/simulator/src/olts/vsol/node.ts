const vsol = '1.3.6.1.4.1.37950'
/** Chassis, uplinks and PON ports of both technologies. */
export const switching = `${vsol}.1.1.5.10`
/** ONUs of EPON. */
export const epon = `${vsol}.1.1.5.12`
/** ONUs of GPON. */
export const gpon = `${vsol}.1.1.6.1.1`
