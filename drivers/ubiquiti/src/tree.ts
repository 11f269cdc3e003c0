/** Broadcom, whose FASTPATH runs on EdgeSwitch and UniFi switches. */
export const broadcom = '1.3.6.1.4.1.4413'
