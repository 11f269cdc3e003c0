/**
 * The endless consoles of the benchmark, all in one process: IOS switches with an agent, and a console that
 * answers every command of more than one word without end, as fast as it is read. Arguments: ports of SNMP,
 * telnet and SSH, then addresses. Every second address is asked over SSH. Sends "ready" to its parent.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2 from 'ssh2'
import { createSwitch, hostKey, startDevice } from '@linecard/simulator'
import { account } from './account.ts'

const prompt = 'endless#'
const pages = '--More--'
const row = 'Gi1/0/1   02:5e:00:00:00:01   dynamic   snmp-server community hidden-word ro   '

/** What they print again and again. */
const floods: readonly string[] = [
  `${row}\r\n`,
  // A prompt in every line, and lines that a message has torn.
  `\r\n${prompt}${row}\r\n% Inva\r\n%LINK-3-UPDOWN: Gi1/0/1 up\r\n${prompt}lid input\r\n`,
  // One line.
  row,
  // A long line that is erased, moved over and drawn again.
  `${'\b'.repeat(40)}\u001b[1K\u001b[65000C\u001b[K\u001b[31m${row}\u001b[0m\u001b[3D`,
  // Pages that wait for a key.
  `${row}\r\n`.repeat(20) + pages,
  '\r\n',
  // Prompts and questions alone.
  `\r\n${prompt}\r\n${prompt}`,
  // Half of an escape sequence, and pagers that do not wait.
  `\u001b[${'1;'.repeat(100)}\r\n${pages}\r${' '.repeat(8)}\rPassword: \r\n`,
]

/** The console of one connection. */
function play(stream: Duplex, flood: string, signedIn: boolean): void {
  const piece = flood.repeat(Math.ceil(60_000 / flood.length))
  const waits = flood.endsWith(pages)
  let stage: 'login' | 'password' | 'in' | 'endless' = signedIn ? 'in' : 'login'
  let typed = ''
  const pour = () => {
    while (stage === 'endless' && stream.writable) if (!stream.write(piece)) return
  }
  stream.on('drain', pour).on('error', () => undefined)
  const heard = (text: string) => {
    if (stage === 'login') {
      stage = 'password'
      stream.write('\r\nPassword: ')
    } else if (
      stage === 'password' ||
      text.startsWith('!') ||
      !text.includes(' ') ||
      text.startsWith('term')
    ) {
      stage = 'in'
      stream.write(`\r\n${prompt}`)
    } else {
      stage = 'endless'
      if (waits) stream.write(flood)
      else pour()
    }
  }
  stream.on('data', (data: Buffer) => {
    for (const character of data.toString('latin1')) {
      if (stage === 'endless') {
        if (waits) stream.write(`\r${' '.repeat(8)}\r${flood}`)
      } else if (character === '\r' || (signedIn && character === '\n')) {
        const text = typed
        typed = ''
        heard(text)
      } else if (character > '\u001f') {
        typed += character
        if (stage !== 'password') stream.write(character)
      }
    }
  })
  stream.write(signedIn ? `\r\n${prompt}` : 'Username: ')
}

process.on('disconnect', () => process.exit(0))
const [snmp, telnet, ssh, ...addresses] = process.argv.slice(2)
const keys = [hostKey('endless')]
for (const [nth, ip] of addresses.entries()) {
  const flood = floods[nth % floods.length]!
  const simulated = createSwitch({
    vendor: 'cisco',
    model: 'WS-C2960X-24PS-L',
    name: 'endless',
    seed: ip,
    ip,
  })
  await startDevice({ ip, port: Number(snmp), simulated })
  const plain = createServer(socket => play(socket, flood, false)).listen(Number(telnet), ip)
  const secure = new ssh2.Server({ hostKeys: keys }, client => {
    client.on('error', () => undefined)
    client.on('authentication', context => {
      if (context.method === 'password' && context.password === account.password) context.accept()
      else context.reject(['password'])
    })
    client.on('session', accept =>
      accept()
        .on('pty', yes => yes?.())
        .on('shell', yes => play(yes(), flood, true)),
    )
  }).listen(Number(ssh), ip)
  await Promise.all([once(plain, 'listening'), once(secure, 'listening')])
}
process.send?.('ready')
