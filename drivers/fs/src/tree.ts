/** Enterprises whose software runs on switches of FS. */
export const fsNode = '1.3.6.1.4.1.52642'
/** Ruijie, who makes many of FS's switches. */
export const ruijieNode = '1.3.6.1.4.1.4881'
export const gbnNode = '1.3.6.1.4.1.13464'
export const fsosNode = '1.3.6.1.4.1.27975'
