import { Type as T, type Static } from 'typebox'

const privateNetworks = (what: string) =>
  T.Boolean({
    default: false,
    grave: true,
    title: `${what} in a private network`,
    description: 'Also connect to private networks and this machine. Off: only to addresses of the Internet',
  })
const secret = (title: string) =>
  T.String({ default: '', maxLength: 500, writeOnly: true, grave: true, title })

export const Config = T.Object(
  {
    check_previous_message: T.Boolean({
      default: false,
      title: 'No "resolved" without an alert',
      description: 'A contact is told that an event is over only if it was told that it began',
    }),
    flood_messages: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 1000,
      title: 'Messages to one contact in a window at most',
      description: 'What is above it goes together in one digest',
    }),
    flood_window_sec: T.Integer({ default: 60, minimum: 1, maximum: 3600, title: 'Seconds of this window' }),
    give_up_hours: T.Integer({
      default: 24,
      minimum: 1,
      maximum: 168,
      title: 'Hours for which sending is tried again',
      description: 'Changes that are older when they are read are not sent at all',
    }),
    retry_sec: T.Integer({
      default: 5,
      minimum: 1,
      maximum: 600,
      title: 'Seconds until a message is tried again',
      description: 'Each further attempt waits three times longer, half an hour at most',
    }),
    timeout_sec: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 60,
      title: 'Longest time for sending one message',
    }),
    history_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days that deliveries are kept',
    }),
    smtp_host: T.String({
      default: '',
      maxLength: 253,
      pattern: '^[A-Za-z0-9.:_-]*$',
      grave: true,
      title: 'SMTP server',
      description: 'Name or address. Empty: no e-mail is sent',
    }),
    smtp_port: T.Integer({ default: 587, minimum: 1, maximum: 65_535, grave: true, title: 'SMTP port' }),
    smtp_security: T.Enum(['starttls', 'tls', 'none'], {
      default: 'starttls',
      grave: true,
      title: 'Encryption of the SMTP connection',
      description: 'tls: from the start (port 465). none: neither encrypted nor is a password sent',
    }),
    smtp_user: T.String({ default: '', maxLength: 200, grave: true, title: 'SMTP user' }),
    smtp_password: secret('SMTP password'),
    smtp_from_address: T.String({
      default: '',
      maxLength: 254,
      pattern: '^([^\\s@<>(),;:"\\\\\\[\\]]+@[A-Za-z0-9.-]+)?$',
      grave: false,
      title: 'Sender of e-mail',
      description: 'An e-mail address. Empty: no e-mail is sent',
    }),
    smtp_from_name: T.String({
      default: 'Linecard',
      maxLength: 100,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      grave: false,
      title: 'Name of the sender',
    }),
    smtp_private_networks: privateNetworks('The SMTP server is'),
    webhook_private_networks: privateNetworks('Webhooks may be'),
    telegram_token: secret('Token of the Telegram bot'),
    telegram_url: T.String({
      default: 'https://api.telegram.org',
      maxLength: 500,
      pattern: '^https?://[^\\s?#@]+$',
      grave: true,
      title: 'Address of the Bot API',
    }),
    telegram_private_networks: privateNetworks('The Bot API is'),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
