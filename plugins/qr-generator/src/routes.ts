import { Type as T } from 'typebox'
import { fileHeaders, RawReply, type Context, type Routes, type Caller } from '@linecard/plugin-kit'
import { CodeQuery, ObjectParams, SheetBody, pageSizes, type objectTypes } from './bodies.ts'
import type { Config } from './config.ts'
import type { Drawer } from './drawer.ts'
import { CodeView } from './schemas.ts'
import type { Grid, Sticker } from './drawing/tasks.ts'
import { fail } from './errors.ts'

/** Longest line. A longer one is not readable below a code. */
const maxLineLength = 120

/** Controls, direction marks and other invisible characters, except the two joiners that scripts need. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The text of a device as one line of a label: well-formed, without invisible characters, with single spaces,
 * and not longer than `maxLineLength`. Characters that the font does not have stay; they are drawn as boxes.
 */
export function labelLine(text: string): string {
  // Cut first: a description may have 10 kB, and normalising costs time.
  const plain = text
    .slice(0, 4 * maxLineLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, maxLineLength).join('').trim()
}

/** The lines that are not empty, each once. */
export const labelLines = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(labelLine).filter(line => line !== '')),
]

interface ObjectRef {
  type: (typeof objectTypes)[number]
  id: number
}
interface Named {
  id: number
  deviceId: number
  page: string
  label: string[]
}

const deviceTexts = ({ ip, name }: { ip: string; name: string }, show: Config['show_data']): string[] =>
  show === 'ip' ? [ip] : show === 'name' ? [name === '' ? ip : name] : [name, ip]

/**
 * The page and the label of each object, in the given order.
 * @throws ApiError QR_GENERATOR_OBJECT_UNKNOWN for the first one that the caller does not see
 */
async function named(ctx: Context<Config>, caller: Caller, refs: readonly ObjectRef[]): Promise<Named[]> {
  const { device_page, interface_page, show_data } = ctx.config
  const idsOf = (isDevice: boolean) =>
    refs.filter(({ type }) => (type === 'device') === isDevice).map(({ id }) => id)
  const devices = new Map(
    (await ctx.use('devices').several(idsOf(true), caller)).map(device => [device.id, device]),
  )
  const interfaces = new Map(
    (await ctx.use('interfaces').several(idsOf(false), caller)).map(port => [port.id, port]),
  )
  return refs.map(({ type, id }, nth): Named => {
    const device = devices.get(id)
    if (type === 'device' && device)
      return { id, deviceId: id, page: device_page, label: labelLines(deviceTexts(device, show_data)) }
    const port = interfaces.get(id)
    if (type === 'device' || !port || (type === 'onu' && port.type !== 'ONU')) {
      throw fail(
        'QR_GENERATOR_OBJECT_UNKNOWN',
        { type, id },
        refs.length > 1 ? [{ path: `objects.${nth}.id`, message: 'does not exist' }] : [],
      )
    }
    return {
      id,
      deviceId: port.device_id,
      page: interface_page,
      label: labelLines([
        deviceTexts(port.device, show_data).filter(Boolean).join(' '),
        port.name,
        port.description,
      ]),
    }
  })
}

/**
 * The codes of these objects, ready to draw: all or none.
 * @throws ApiError QR_GENERATOR_OBJECT_UNKNOWN, QR_GENERATOR_ADDRESS_UNKNOWN
 */
async function stickersOf(
  ctx: Context<Config>,
  caller: Caller,
  refs: readonly ObjectRef[],
  withLabel: boolean,
): Promise<Sticker[]> {
  const objects = await named(ctx, caller, refs)
  const address = ctx.use('panel').address()
  if (address === null) throw fail('QR_GENERATOR_ADDRESS_UNKNOWN')
  return objects.map(({ id, deviceId, page, label }) => ({
    link: address + page.replaceAll('{id}', String(id)).replaceAll('{device_id}', String(deviceId)),
    label: withLabel ? label : [],
  }))
}

/**
 * How many squares of `size` fit into `room`, with gaps between them. The small addend corrects rounding
 * errors of floating-point numbers.
 */
const fits = (room: number, size: number, gap: number) =>
  Math.max(0, Math.floor((room + gap + 1e-6) / (size + gap)))

/** Rows and columns of a sheet. @throws ApiError QR_GENERATOR_PAGE_TOO_SMALL, QR_GENERATOR_SHEET_TOO_LONG */
function gridOf({
  objects,
  format = 'pdf',
  page = 'a4',
  size_mm: size = 45,
  margin_mm: margin = 5,
  gap_mm: gap = 0.5,
}: SheetBody): Grid {
  const [width, height] = pageSizes[page]
  const columns = fits(width - 2 * margin, size, gap)
  const rows = fits(height - 2 * margin, size, gap)
  const most = columns * rows
  if (most === 0)
    throw fail('QR_GENERATOR_PAGE_TOO_SMALL', { size, width, height, margin }, [
      { path: 'size_mm', message: 'is too large for the page' },
    ])
  if (format === 'svg' && objects.length > most)
    throw fail('QR_GENERATOR_SHEET_TOO_LONG', { most }, [
      { path: 'objects', message: `has more than ${most}` },
    ])
  return { width, height, margin, gap, size, columns, rows }
}

export interface Generator {
  ctx: Context<Config>
  drawer: Drawer
}

const tag = 'qr-generator'
const mimes = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const

export function routes(declare: Routes, { ctx, drawer }: Generator): void {
  declare.get(
    '/component/qr-generator/:object_type/:id',
    {
      operationId: 'qr-generator.code.get',
      scope: 'group',
      tag,
      summary: 'QR code that leads to the page of a device, interface or ONU',
      description:
        'A picture in base64 with the link that it leads to. 409 as long as the setting ' +
        '`system.external_http_address` is empty, because a code would lead nowhere; 400 if the link ' +
        'does not fit into the size.',
      permission: 'qr_generate',
      params: ObjectParams,
      query: CodeQuery,
      errors: [409],
      response: CodeView,
    },
    async ({ caller, params: { object_type: type, id }, query }) => {
      const { format = 'png', size = 256, label = true, error_correction: level = 'M', margin = 4 } = query
      const [sticker] = await stickersOf(ctx, caller, [{ type, id }], label)
      const picture = await drawer.picture({
        kind: 'picture',
        sticker: sticker!,
        format,
        size,
        margin,
        level,
      })
      return {
        base64: picture.toString('base64'),
        mime: mimes[format],
        link: sticker!.link,
        label: label ? sticker!.label.join('\n') : null,
      }
    },
  )

  declare.post(
    '/component/qr-generator/sheet',
    {
      operationId: 'qr-generator.sheet.print',
      scope: 'group',
      tag,
      summary: 'Sheet of QR codes to print',
      permission: 'qr_mass_print',
      readOnly: true,
      description:
        'A PDF with as many pages as needed, or one page as SVG. Lengths are in millimetres. If one of ' +
        'the objects is not there or not seen, the answer is a 404 that names the first of them.',
      body: SheetBody,
      headers: { answer: fileHeaders },
      errors: [404],
      response: T.String({ raw: true, contentMediaType: ['application/pdf', 'image/svg+xml'] }),
    },
    async ({ caller, body, signal }) => {
      const { objects, format = 'pdf', label = true, error_correction: level = 'M' } = body
      const grid = gridOf(body)
      const sheet = await drawer.sheet({
        kind: 'sheet',
        stickers: await stickersOf(ctx, caller, objects, label),
        format,
        grid,
        level,
      })
      // If the client left before the first piece, nobody else ends the stream.
      if (signal.aborted) sheet.destroy()
      return new RawReply(sheet, mimes[format], {
        'content-disposition': `attachment; filename="qr-codes.${format}"`,
        'cache-control': 'no-store',
      })
    },
  )
}
