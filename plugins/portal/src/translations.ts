import type { Language } from '@linecard/plugin-kit'

export const translations: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  uk: {
    'permission.global_search.label': 'Загальний пошук',
    'permission.global_search.description': 'Шукати в усьому й бачити, що стоїть поблизу місця',
    'setting.portal.source_timeout_ms.title': 'Очікування на один вид знахідок, мс',
    'setting.portal.source_timeout_ms.hint':
      'Найдовше очікування на один вид знахідок, мс; що не встигло, у відповіді пропущено й названо',
    'error.PORTAL_QUERY_EMPTY': 'Шукати нічого: напишіть принаймні одну літеру або цифру',
    'error.PORTAL_TYPE_UNKNOWN': 'Знахідок виду "{type}" немає; є {known}',
    'error.PORTAL_SOURCES_FAILED':
      'Пошук не вдався ні в одному з {types}, тож невідомо, що там є; спробуйте ще раз',
  },
  ru: {
    'permission.global_search.label': 'Общий поиск',
    'permission.global_search.description': 'Искать во всём и видеть, что стоит рядом с местом',
    'setting.portal.source_timeout_ms.title': 'Ожидание одного вида находок, мс',
    'setting.portal.source_timeout_ms.hint':
      'Наибольшее ожидание одного вида находок, мс; что не успело, в ответе пропущено и названо',
    'error.PORTAL_QUERY_EMPTY': 'Искать нечего: напишите хотя бы одну букву или цифру',
    'error.PORTAL_TYPE_UNKNOWN': 'Находок вида "{type}" нет; есть {known}',
    'error.PORTAL_SOURCES_FAILED':
      'Поиск не удался ни в одном из {types}, и неизвестно, что там есть; попробуйте ещё раз',
  },
}
