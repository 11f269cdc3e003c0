import { Type as T } from 'typebox'
import { fileHeaders, RawReply, type Context, type Routes } from '@linecard/plugin-kit'
import { CodeQuery, ObjectParams, SheetBody } from './bodies.ts'
import type { Config } from './config.ts'
import type { Drawer } from './drawer.ts'
import { gridOf } from './grid.ts'
import { stickersOf } from './objects.ts'
import { CodeView } from './schemas.ts'

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
