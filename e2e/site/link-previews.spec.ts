import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** The product's origin, as its pages name it. */
const site = process.env.E2E_URL ?? ''

const payload = '</script><script>window.hacked=1</script>\u2028"\'<!--'

/** What the page says of itself, as the browser understood it. */
const readHead = () => ({
  title: document.title,
  canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')!.href,
  ogTitle: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')!.content,
  data: JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as unknown,
  isHacked: 'hacked' in window,
})

// A report of the content security policy is an error on the console, which fails the test.
test('the head of a page tells the browser what its creator wrote, runs nothing of it, and a link to nothing is a 404', async ({
  page,
  request,
}) => {
  await test.step('the page of a clip', async () => {
    await signUpQuickly(page, 'previewed')
    const { id } = await publishQuickly(page, { title: payload, caption: payload })
    await page.goto(`/video/${id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.evaluate(readHead)).toMatchObject({
      title: `${payload} · Reverie`,
      canonical: `${site}/video/${id}`,
      ogTitle: payload,
      data: { '@type': 'VideoObject', name: payload, embedUrl: `${site}/embed/${id}` },
      isHacked: false,
    })
  })

  await test.step('the page of a person, whose title stays the same once the app has come', async () => {
    await signUpQuickly(page, 'previewedperson')
    const written = /<title>(.*?)<\/title>/.exec(await (await request.get('/profile/previewedperson')).text())?.[1]
    await page.goto('/profile/previewedperson')
    await expect(page.getByRole('heading', { name: 'The previewedperson' })).toBeVisible()
    await expect(page).toHaveTitle(written ?? '')
  })

  await test.step('pages of nothing', async () => {
    const video = await page.goto('/video/00000000-0000-4000-8000-000000000000')
    expect(video?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Video not found' })).toBeVisible()
    const person = await page.goto('/profile/nobodyofthatname')
    expect(person?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  })
})
