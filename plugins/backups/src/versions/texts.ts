import { Type as T } from 'typebox'

export const textType = 'text/plain; charset=utf-8'
/** Nothing on the way keeps a configuration. */
export const notStored = { 'cache-control': 'no-store' }

/** How a client wants a text. */
export const textAsked = {
  secrets: T.Optional(
    T.Boolean({ description: 'With secrets: needs `backups_secrets`, and is written to the action log' }),
  ),
  format: T.Optional(T.Enum(['json', 'text'], { description: '`text`: the text alone; `json` by default' })),
}
