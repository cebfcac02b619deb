import { readFile, writeFile } from 'node:fs/promises'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { quickTimeTags, withMovieBoxes } from '../../server/test/media/generated-metadata.ts'
import { GENERATED } from '../../server/test/media/generated-credentials.ts'
import { createAuthority, signClip } from '../../server/test/media/signed-clips.ts'

/** Metadata about how a file was made, in the fields of ComfyUI. */
interface ClipMetadata {
  prompt: string
  /** Path of the input picture. The path is removed before publishing. */
  image: string
}

/** Writes a clip of one second that contains its workflow, with a path and an API key. */
export async function writeDescribedClip(path: string, { prompt, image }: ClipMetadata): Promise<void> {
  const graph = {
    1: { class_type: 'UNETLoader', inputs: { unet_name: 'video/wan2.2_t2v_14B.safetensors' } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: prompt } },
    3: { class_type: 'KSampler', inputs: { model: ['1', 0], positive: ['2', 0] } },
    4: { class_type: 'LoadImage', inputs: { image, api_key: 'sk-canary0123456789abcdef' } },
  }
  writeClip(path, { width: 90, height: 160, frameRate: 12, seconds: 1 })
  await writeFile(path, withMovieBoxes(await readFile(path), quickTimeTags({ prompt: JSON.stringify(graph) })))
}

/**
 * Signs a file in place, with a certificate of an authority that is on no trust list.
 *
 * @param names Names of the signer, in the certificate, and of the tool.
 */
export async function signAsUntrusted(path: string, names: { signer: string; tool: string }): Promise<void> {
  const actions = [{ action: 'c2pa.created', digitalSourceType: GENERATED, softwareAgent: names.tool }]
  const claims = { generator: names.tool, actions }
  await writeFile(path, await signClip(await readFile(path), await createAuthority(names.signer), claims))
}
