import { readFile, writeFile } from 'node:fs/promises'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { quickTimeTags, withMovieBoxes } from '../../server/test/media/generated-metadata.ts'
import { createAuthority, GENERATED, signClip } from '../../server/test/media/signed-clips.ts'

/** What a file says about how it was made, in the fields of ComfyUI. */
interface Words {
  prompt: string
  /** The path of a picture that it began with, which is removed. */
  image: string
}

/** A second of a clip that carries its workflow, with a path and a key in it. */
export async function writeDescribedClip(path: string, { prompt, image }: Words): Promise<void> {
  const graph = {
    1: { class_type: 'UNETLoader', inputs: { unet_name: 'video/wan2.2_t2v_14B.safetensors' } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: prompt } },
    3: { class_type: 'KSampler', inputs: { model: ['1', 0], positive: ['2', 0] } },
    4: { class_type: 'LoadImage', inputs: { image, api_key: 'sk-canary0123456789abcdef' } },
  }
  writeClip(path, { width: 90, height: 160, frameRate: 12, seconds: 1 })
  await writeFile(path, withMovieBoxes(await readFile(path), quickTimeTags({ prompt: JSON.stringify(graph) })))
}

/** Signs a file where it lies, by an authority that no list knows. @param names In the certificate, and of the tool. */
export async function signByAnybody(path: string, names: { signer: string; tool: string }): Promise<void> {
  const actions = [{ action: 'c2pa.created', digitalSourceType: GENERATED, softwareAgent: names.tool }]
  const claims = { generator: names.tool, actions }
  await writeFile(path, await signClip(await readFile(path), createAuthority(names.signer), claims))
}
