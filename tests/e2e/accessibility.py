"""What axe-core finds wrong on a page, without asking the same thing hundreds of times.

Contrast is most of axe's work, and a page of a table says the same words in the same colours in every row. So of all
elements with the same text colour and size on the same backgrounds one is looked at, and what was found good is not
looked at again on another page. Where axe cannot tell, it looks at all of them. Every other rule sees every element.
"""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

# Given the looks found good and those not clear before, one a line, and which rules are asked for; returns the
# violations, and both kinds anew.
CHECK = r"""async ([good, notClear, asked]) => {
    const styles = new Map();
    const styleOf = (element) => {
        if (!styles.has(element)) styles.set(element, getComputedStyle(element));
        return styles.get(element);
    };
    const grounds = new Map([[null, ""]]);
    const groundOf = (element) => {
        if (!grounds.has(element)) {
            const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = styleOf(element);
            const own = [backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode].join();
            const isSeenThrough = own === "rgba(0, 0, 0, 0),none,1,static,none,normal";
            const below = groundOf(element.parentElement);
            grounds.set(element, isSeenThrough ? below : `${below}/${own}`);
        }
        return grounds.get(element);
    };
    const lookOf = (element) => {
        const { color, fontSize, fontWeight, textShadow } = styleOf(element);
        return [color, fontSize, fontWeight, textShadow, groundOf(element)].join();
    };
    const speaks = (element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

    const isGood = new Set(good.split("\n"));
    const isNotClear = new Set(notClear.split("\n"));
    const alike = new Map();
    for (const element of document.body.querySelectorAll("*")) {
        if (!speaks(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
        const look = lookOf(element);
        if (isGood.has(look)) continue;
        if (!alike.has(look)) alike.set(look, []);
        alike.get(look).push(element);
    }

    // What passed: the results would list it only together with everything else that did.
    const passed = new Set();
    const check = axe._audit.checks["color-contrast"];
    const { evaluate } = check;
    check.evaluate = function (element, ...others) {
        const answer = evaluate.call(this, element, ...others);
        if (answer === true) passed.add(element);
        return answer;
    };
    const mark = "data-contrast-is-looked-at";
    axe.configure({ rules: [{ id: "color-contrast", selector: `[${mark}]` }] });
    const found = [];
    const run = async (elements, options) => {
        for (const element of elements) element.setAttribute(mark, "");
        const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
        for (const element of elements) element.removeAttribute(mark);
        found.push(...violations);
    };
    const looks = [...alike.keys()];
    await run(looks.flatMap((look) => (isNotClear.has(look) ? alike.get(look) : alike.get(look).slice(0, 1))), asked);
    const isClear = (look) => !isNotClear.has(look) && passed.has(alike.get(look)[0]);
    const open = looks.filter((look) => !isNotClear.has(look) && !isClear(look));
    const others = open.flatMap((look) => alike.get(look).slice(1));
    if (others.length) await run(others, { runOnly: ["color-contrast"] });
    return [found, looks.filter(isClear), open];
}"""


# The rules that look at colours.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# From the site, because a browser compiles what it has fetched only once; a page without scripts may let none in.
BRING_AXE = "(address) => 'axe' in window || (document.scripts.length && import(address).then(() => true))"


class Accessibility:
    def __init__(self, address: str) -> None:
        self._address = address
        self._good_looks: set[str] = set()
        self._unclear_looks: set[str] = set()

    def check(self, page: Page, *, only_colours: bool = False) -> None:
        """Fails with what is wrong on the page for people with disabilities."""
        if not page.evaluate(BRING_AXE, self._address):
            page.evaluate(AXE_SCRIPT)
        violations, good, unclear = page.evaluate(
            CHECK,
            ["\n".join(self._good_looks), "\n".join(self._unclear_looks), COLOURS if only_colours else {}],
        )
        results = AxeResults({"violations": violations})
        assert results.violations_count == 0, results.generate_report()
        self._good_looks |= set(good)
        self._unclear_looks |= set(unclear)
