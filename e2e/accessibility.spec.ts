import { AxeBuilder } from '@axe-core/playwright'
import { card, fillUpload, lightClip, signUpQuickly } from './people.ts'
import { expect, test } from './test.ts'

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing on any screen in the ${theme} theme, and nothing scrolls sideways at 320 px`, async ({
    page,
  }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const check = async (screen: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${screen}: ${id} at ${nodes[0]?.html}`)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      // Polled, because the wall lays itself out anew a frame after the window has changed.
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${screen}: too wide by`)
        .toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
    }

    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await check('auth')
    await page.goto('/nothing-here')
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
    await check('404')

    const name = `axe${theme}`
    await signUpQuickly(page, name)
    await page.goto('/upload')
    await fillUpload(page, { file: lightClip(), title: `Seen in ${theme}` })
    await check('upload')
    await page.getByRole('button', { name: 'Upload Video' }).click()
    await expect(card(page, `Seen in ${theme}`)).toBeVisible()
    await check('wall')
    await card(page, `Seen in ${theme}`).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: `Seen in ${theme}` })).toBeVisible()
    await check('video')
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: `The ${name}` })).toBeVisible()
    await check('profile')
  })
}
