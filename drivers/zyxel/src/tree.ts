export const zyxel = '1.3.6.1.4.1.890'
/** Objects that the newer switches share (esMgmt). */
export const esNode = `${zyxel}.1.15.3`
/** The older switches; each has a number below it, and its objects below that. */
export const older = `${zyxel}.1.5.8`
