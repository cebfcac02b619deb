import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** The site's origin, as written in its pages. */
const site = process.env.E2E_URL ?? ''

const payload = '</script><script>window.hacked=1</script>"\'<!--'

/** Returns the metadata of the page as the browser parsed it. */
const readHead = () => ({
  title: document.title,
  canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')!.href,
  ogTitle: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')!.content,
  data: JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as unknown,
  isHacked: 'hacked' in window,
})

// A violation of the content security policy is an error on the console, which fails the test.
test('a page’s head contains users’ texts as data, and missing pages answer 404', async ({
  page,
  request,
  another,
}) => {
  await test.step('a video page', async () => {
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

  await test.step('a profile, with the same title before and after the app has loaded', async () => {
    await another('previewedperson')
    const written = /<title>(.*?)<\/title>/.exec(await (await request.get('/profile/previewedperson')).text())?.[1]
    await page.goto('/profile/previewedperson')
    await expect(page.getByRole('heading', { name: 'The previewedperson' })).toBeVisible()
    await expect(page).toHaveTitle(written ?? '')
  })
})
