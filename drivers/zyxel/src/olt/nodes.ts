import { zyxel } from '../nodes.ts'

/** ies5206: IES5206, IES5212, IES6217 and others with MSC1240 and MSC1280 (IES5206-MIB). */
export const ies = `${zyxel}.1.5.13.13`
/** GPON. */
export const gpon = `${ies}.31`
/** Entry of slotModuleTable. */
export const slot = `${ies}.8.1.1`
