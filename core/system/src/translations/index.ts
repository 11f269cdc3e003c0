import type { Language, Texts } from '@linecard/plugin-kit'
import ru from './ru.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }

export const languages = ['en', 'uk', 'ru'] as const

/** Texts of the kernel and the core. Other components bring their own. */
const coreTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { uk, ru }

/** All texts in this language. A text without a translation is English. */
export const textsIn = (
  language: (typeof languages)[number],
  { en, translations }: Texts,
): Record<string, string> =>
  language === 'en'
    ? { ...en }
    : Object.fromEntries(
        Object.entries(en).map(([key, text]) => [
          key,
          coreTexts[language][key] ?? translations[language][key] ?? text,
        ]),
      )
