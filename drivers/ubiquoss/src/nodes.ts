/** Enterprise number of Ubiquoss. */
export const ubiquoss = '1.3.6.1.4.1.7800'
/** ubiPonMacMIBObjects (UBIQUOSS-EPON-PON-MAC-GROUP-MIB). */
const ponMac = `${ubiquoss}.2.500.1.1`
/** Entry of oltPonMacTable. */
export const pon = `${ponMac}.1.1`
/** Entry of onuPonMacTable. */
export const onu = `${ponMac}.2.1`
