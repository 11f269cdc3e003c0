/** Enterprise of FS. */
export const fsNode = '1.3.6.1.4.1.52642'
/** Enterprise of Ruijie, the maker of many FS switches. */
export const ruijieNode = '1.3.6.1.4.1.4881'
export const gbnNode = '1.3.6.1.4.1.13464'
export const fsosNode = '1.3.6.1.4.1.27975'
