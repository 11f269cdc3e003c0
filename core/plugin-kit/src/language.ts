/** Languages of translations. The code itself has the English texts. */
export type Language = 'uk' | 'ru'
