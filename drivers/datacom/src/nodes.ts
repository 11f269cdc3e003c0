/** Enterprise number of Datacom (Teracom). dmSwitch answers with it alone. */
export const datacom = '1.3.6.1.4.1.3709'
/** Products with DmOS. */
export const products = `${datacom}.1.2`
/** MIBs of DmOS. */
export const dmos = `${datacom}.3.6`
/** Entry of onuIfTable (GPON-ONU-IF-MIB). */
export const onuIf = `${dmos}.2.1.1`
/** DMswitch-MIB. */
export const dmSwitch = `${datacom}.3.5.201.1`
