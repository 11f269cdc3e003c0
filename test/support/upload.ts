import type { Client } from './client.ts'

/** An encoded body that is not JSON. */
export class Payload {
  readonly type: string
  readonly text: string
  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** A form with one text file. */
export function formOf(
  fields: Readonly<Record<string, string | number>>,
  file: { name: string; text: string },
): Payload {
  const part = (head: string, value: string | number) =>
    `--~part~\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const parts = [
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    part(`name="file"; filename="${file.name}"`, file.text),
  ]
  return new Payload('multipart/form-data; boundary=~part~', `${parts.join('')}--~part~--\r\n`)
}

const picture = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55' +
    '0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082',
  'hex',
)

/** Attaches a picture of one pixel. */
export async function attach(
  client: Client,
  object: { object_type: string; object_id: number },
): Promise<{ id: number }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(object)) form.append(name, String(value))
  form.append('file', new Blob([picture]), 'pixel.png')
  const answer = await fetch(`${client.url}/api/v1/component/attachments`, {
    method: 'POST',
    headers: { 'x-auth-key': client.key! },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`attachment: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: number } }).data
}
