import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Asset } from '../../shared/api/asset.ts'
import { sniffMedia } from '../media/sniff-media.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { SandboxContext, SandboxEnvironment } from './environment.ts'
import { originOf } from './generation-routes.ts'
import { serveFile } from './serve-file.ts'

/** The largest upload, in bytes. */
export const assetMaxBytes = 256 * 1024 * 1024

export interface AssetRoutePorts {
  readonly assets: AssetStore
  readonly assetsFolder: string
}

/** POST /assets takes a file (multipart, `file`); GET /assets/{name} serves it by its unguessable name. */
export function createAssetRoutes(ports: AssetRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  mkdirSync(ports.assetsFolder, { recursive: true })
  routes.post('/assets', async (context) => {
    if (Number(context.req.header('content-length') ?? 0) > assetMaxBytes + 65_536) return tooLarge(context)
    const form = await context.req.raw.formData().catch(() => null)
    const file = form?.get('file')
    if (!(file instanceof File)) {
      return context.json({ error: 'file: is required, as a part of a multipart/form-data body.' }, 400)
    }
    return file.size > assetMaxBytes ? tooLarge(context) : keepAsset(context, file, ports)
  })
  routes.get('/assets/:name', async (context) => {
    const asset = ports.assets.findByName(context.req.param('name'))
    if (!asset) return context.json({ error: 'No such asset.' }, 404)
    return serveFile(context, { ...asset, path: join(ports.assetsFolder, asset.name) })
  })
  return routes
}

function tooLarge(context: SandboxContext): Response {
  return context.json({ error: `file: may have at most ${assetMaxBytes / 1024 / 1024} MiB.` }, 400)
}

async function keepAsset(
  context: SandboxContext,
  file: File,
  { assets, assetsFolder }: AssetRoutePorts,
): Promise<Response> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sniffed = sniffMedia(bytes)
  if (!sniffed)
    return context.json({ error: 'file: is not an image, video or audio file that can be read.' }, 400)
  const id = randomUUID()
  const name = `${randomBytes(18).toString('base64url')}.${sniffed.ending}`
  await writeFile(join(assetsFolder, name), bytes, { flush: true })
  const { mediaType } = sniffed
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  assets.add({
    id,
    name,
    workspaceId: context.get('credential').workspaceId,
    mediaType,
    bytes: bytes.length,
    sha256,
  })
  const asset: Asset = {
    id,
    image_url: `${originOf(context)}/assets/${name}`,
    media_type: mediaType,
    bytes: bytes.length,
  }
  return context.json(asset)
}
