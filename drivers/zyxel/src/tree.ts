export const zyxel = '1.3.6.1.4.1.890'
/** Objects that the newer switches share (esMgmt). */
export const es = `${zyxel}.1.15.3`
