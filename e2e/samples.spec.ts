import { card, fillUpload, playingSize, sample, signUpQuickly } from './people.ts'
import { expect, test } from './test.ts'

const good = [
  { file: 'plain-h264.mp4', ratio: 720 / 1280 },
  { file: 'content-credentials.mp4', ratio: 720 / 1280 },
  { file: 'quicktime.mov', ratio: 2750 / 1834 },
  { file: 'rotated-90.mp4', ratio: 1080 / 1920 },
  { file: 'anamorphic-2x1.mp4', ratio: 32 / 9 },
  { file: 'variable-frame-rate.mp4', ratio: 3026 / 1386 },
  { file: 'hevc.mp4', ratio: 1920 / 1080 },
  { file: 'vp9.webm', ratio: 1 },
]

for (const { file, ratio } of good) {
  test(`${file} is published in the browser and plays on the wall in its true ratio`, async ({ page }) => {
    const title = `Sample ${file}`
    await signUpQuickly(page, `good${file.replace(/[^a-z0-9]/g, '')}`)
    await page.goto('/upload')
    await fillUpload(page, { file: sample(file), title })
    await page.getByRole('button', { name: /^(Share|Upload|Publish)/ }).click()

    await expect(page).toHaveURL('/')
    const shown = card(page, title)
    const { width, height } = await playingSize(shown)
    expect(width / height).toBeCloseTo(ratio, 1)
    const box = await shown.locator('video').boundingBox()
    expect(box!.width / box!.height).toBeCloseTo(ratio, 1)
  })
}

for (const file of ['tiny-with-audio.mp4', 'hostile-empty.mp4', 'hostile-nested-boxes.mp4']) {
  test(`${file} is refused with a sentence, and the form keeps what was typed`, async ({ page }) => {
    await signUpQuickly(page, `bad${file.replace(/[^a-z0-9]/g, '')}`)
    await page.goto('/upload')
    await fillUpload(page, { file: sample(file), title: 'Not a video' })
    await page.getByRole('button', { name: /^(Share|Upload|Publish)/ }).click()

    await expect(page.getByText('Upload failed', { exact: true })).toBeVisible()
    await expect(page.getByText(/^This (file|video) .*\.$/).first()).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Not a video')
    const { videos } = (await (await page.request.get('/api/videos')).json()) as { videos: { title: string }[] }
    expect(videos.map(({ title }) => title)).not.toContain('Not a video')
  })
}
