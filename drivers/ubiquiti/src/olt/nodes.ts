import { ubiquiti } from '../nodes.ts'

/** Objects of EdgeMAX, which no switch with Broadcom's number has. */
export const edgeMax = `${ubiquiti}.1.5`
/** Product: model, serial number, version. */
export const product = `${edgeMax}.1`
/** Entry of ubntOnusTable (UBNT-UFIBER-MIB). */
export const onu = `${edgeMax}.6.2.1`
/** Entry of ubntSfpsTable: the ports of the OLT. */
export const sfp = `${edgeMax}.7.2.1`
/** Entry of ubntOnuPortsTable: Ethernet ports of ONUs. */
export const onuPort = `${edgeMax}.8.1.1`
