import { DeliveryFailed, type Channel } from '@linecard/plugin-kit'
import { connectOutbound, OutboundRefused } from '@linecard/plugin-kit/outbound'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { said } from '../failure.ts'
import { standardTemplates } from './standard.ts'

/** One mailbox, without a name, quotes or comments. */
const mailbox = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/iu

/** Replies to these commands are about this message, not about the server or its settings. */
const ofMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

async function transportOf(config: Config) {
  const { createTransport } = await import('nodemailer')
  const { smtp_host: host, smtp_port: port, smtp_security: security } = config
  const timeoutMs = config.timeout_sec * 1000
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(security !== 'none' && config.smtp_user !== ''
      ? { auth: { user: config.smtp_user, pass: config.smtp_password } }
      : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    // Its connection passes the outbound rules, like every other.
    getSocket: (_options: unknown, done: (error: Error | null, socket?: object) => void) => {
      connectOutbound({ host, port, timeoutMs, allowPrivate: config.smtp_private_networks }).then(
        connection => done(null, { connection }),
        (error: Error) => done(error),
      )
    },
  })
}

function failureOf(error: unknown, { smtp_password: password }: Config): DeliveryFailed {
  if (error instanceof OutboundRefused)
    return new DeliveryFailed(`${said(error.message)}; see notifications.smtp_private_networks`, {
      again: true,
    })
  const { message, code, responseCode, command } = error as Error & {
    code?: string
    responseCode?: number
    command?: string
  }
  const reason = said(message ?? code ?? 'not sent', [password])
  // What Node advises after the semicolon is of no use to who reads it.
  const text = /certificate/i.test(reason)
    ? `the certificate of the mail server is not taken, so nothing was sent: ${reason.split(';')[0]}`
    : reason
  const refused = responseCode !== undefined && responseCode >= 500 && ofMessage.has(command ?? '')
  return new DeliveryFailed(text, { again: !refused })
}

/** E-mail by SMTP. The Message-ID is that of the delivery: a repetition has the same. */
export const email: Channel<Parts> = {
  label: 'E-mail',
  hint: 'An e-mail address',
  format: 'html',
  templates: standardTemplates('<br>', text => `<b>${text}</b>`),
  missing: ({ ctx: { config } }) =>
    config.smtp_host === '' || config.smtp_from_address === ''
      ? 'The settings smtp_host and smtp_from_address are empty'
      : null,
  check(_ctx, value) {
    const text = value.trim()
    if (!mailbox.test(text))
      throw fail('NOTIFICATIONS_VALUE_INVALID', { value: text.slice(0, 100), why: 'it is no e-mail address' })
    return text
  },
  async send({ ctx: { config } }, { value }, message, signal) {
    const domain = config.smtp_from_address.split('@')[1]!
    const transport = await transportOf(config)
    try {
      const { rejected = [] } = await transport.sendMail({
        from: { name: config.smtp_from_name, address: config.smtp_from_address },
        to: { name: '', address: value },
        subject: message.subject,
        text: message.plain,
        html: message.body,
        date: message.time,
        messageId: `<${message.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      if (rejected.length > 0) throw new DeliveryFailed('the server refused the address', { again: false })
    } catch (error) {
      throw error instanceof DeliveryFailed ? error : failureOf(error, config)
    } finally {
      transport.close()
    }
  },
}
