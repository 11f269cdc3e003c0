export const zyxel = '1.3.6.1.4.1.890'
/** Common objects of the newer switches (esMgmt). */
export const esNode = `${zyxel}.1.15.3`
/** The older switches. Each has its own number below this one, and its objects below its number. */
export const older = `${zyxel}.1.5.8`
