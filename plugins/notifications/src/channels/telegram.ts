import { DeliveryFailed, type Channel } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { askBot } from '../telegram/bot.ts'
import { phoneOf } from '../telegram/phone.ts'
import { standardTemplates } from './standard.ts'

/** Characters of a message that Telegram takes. */
const mostText = 4096

/**
 * Messages of a Telegram bot. The value of a contact is a phone number; the chat is known once its owner has
 * shared this number with the bot. The Bot API knows no repetitions: a message whose answer was lost may come
 * twice.
 */
export const telegram: Channel<Parts> = {
  label: 'Telegram',
  hint: 'A phone number with the code of the country. Then write to the bot and share your number with it',
  format: 'html',
  lineEnd: '',
  templates: standardTemplates('', text => `<b>${text}</b>`),
  missing: ({ ctx: { config } }) =>
    config.telegram_token === '' ? 'The setting telegram_token is empty' : null,
  check(_ctx, value) {
    const phone = phoneOf(value)
    if (phone === null)
      throw fail('NOTIFICATIONS_VALUE_INVALID', {
        value: value.slice(0, 100),
        why: 'it is no phone number with the code of the country',
      })
    return phone
  },
  async send({ ctx: { config } }, { address }, { body, plain }, signal) {
    if (address === null)
      throw new DeliveryFailed('write to the bot and share your phone number with it first', { again: false })
    const send = (text: object) =>
      askBot(
        config,
        'sendMessage',
        { chat_id: Number(address), link_preview_options: { is_disabled: true }, ...text },
        { signal },
      )
    const unmarked = {
      text: plain.length > mostText ? `${plain.slice(0, mostText - 1)}…`.toWellFormed() : plain,
    }
    if (body.length > mostText) return void (await send(unmarked))
    try {
      await send({ text: body, parse_mode: 'HTML' })
    } catch (error) {
      // Tags that Telegram does not know: the text alone is better than nothing.
      if (!(error instanceof DeliveryFailed) || !/can't parse entities/.test(error.message)) throw error
      await send(unmarked)
    }
  },
}
