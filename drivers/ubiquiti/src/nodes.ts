/** Enterprise number of Broadcom. EdgeSwitch and UniFi switches run its FASTPATH software. */
export const broadcom = '1.3.6.1.4.1.4413'
/** Enterprise number of Ubiquiti. */
export const ubiquiti = '1.3.6.1.4.1.41112'
