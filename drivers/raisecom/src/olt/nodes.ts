const raisecom = '1.3.6.1.4.1.8886'
/** Entry of raisecomSlotTable (RAISECOM-PON-DEVICE-MIB). */
export const slot = `${raisecom}.1.27.3.1.1`
/** GPON of ROAP. */
export const gpon = `${raisecom}.18.3`
/** Entry of the table of ONUs at the OLT. */
export const onu = `${gpon}.1.3.1.1`
/** Entry of the table of the devices themselves. */
export const device = `${gpon}.6.1.1.1`
/** Entry of the optics of the ONUs. */
export const optics = `${gpon}.6.3.1.1`
