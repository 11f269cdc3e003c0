import type { Language, Texts } from '@linecard/plugin-kit'
import ru from './ru.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }

export const languages = ['en', 'uk', 'ru'] as const

/** Of the kernel and the core; other components bring their own. */
const core: Readonly<Record<Language, Readonly<Record<string, string>>>> = { uk, ru }

/** Every text in this language; what nobody translated is English. */
export const textsIn = (
  language: (typeof languages)[number],
  { en, translations }: Texts,
): Record<string, string> =>
  language === 'en'
    ? { ...en }
    : Object.fromEntries(
        Object.entries(en).map(([key, text]) => [
          key,
          core[language][key] ?? translations[language][key] ?? text,
        ]),
      )
