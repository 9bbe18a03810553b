"""The score sheet: a plain form that works without scripts, and what scripts may build on it.

From the description of a game system to the page:

    values          what was typed -> the raw sheet of what applies; what a draft holds
    controls        one control for each field           form          rows, columns and groups of them
    pickers         what is chosen: options and tiles    outline       what scripts draw that from
    circumstances   when and where it was played         seats         one player more or fewer
    page            all of it as a template's context    markup        controls and rows -> HTML
    prefill         sheets that leagues and tournaments have prepared
    submission      a posted sheet, with the people who sat there    record   the game it becomes
    totals          only final scores, without a sheet   rematch       the people of a game, for the next one
    compiler        the rules, from Python to one script for browsers   checks   that it knows all they are written in
    rules           rules and words for browsers, under the digests of their content; sheets finished by other rules
    views           starting, filling, keeping for later, correcting; the score while people type
    offline         manifest, service worker, what is kept for a page without a connection, the page of a waiting game

Where a value stands is its path (`scoring.paths`), which is also the name of its form field.

The contract with the scripts (static/sheets)

Form        form#sheet[data-system][data-preview-url][data-draft-url] (no draft address: not signed in, or a
            correction). #sheet-description has the skeleton of the description, as far as reading a form needs it; all
            else that scripts draw comes with the words ("outline", see Rules). Hidden fields: entry_key (a new UUID for
            each game: a page from a cache must make its own), edit_secret, draft_revision; of a prepared sheet what it
            is for (prepared), for whom (seated), and who they are (seated_people, which only the server reads and
            which a sheet keeps when it loses its table); in a correction expected_version; rules and shown_totals: by
            which rules a finished sheet showed which totals. Buttons post action=preview, record, draft, more or fewer
            (a player). A recorded game answers with a redirect to its page, a script (X-Requested-With: fetch) with
            {"game": its address}; a refused one with the page again, status 422 (412: somebody else corrected it
            first), of which the scripts show what is wrong in place. Another game under a used key answers with status
            409 and the page under a new key, a script with {"code", "detail", "game": the address of the recorded
            one}.
Values      [data-path] on every control, equal to its name, and an id made of it: written by cells.js, as are the
            roles of the table. count: input[inputmode], a text so that what is no number arrives as it was typed, with
            [data-min] and [data-max] where they are not 0 and 9999; one that is a place among the seats: select; flag:
            a checkbox with the value "yes"; choice: select; [required] is what a finished sheet needs; tiles:
            checkboxes that share the path; ordered tiles: one select for each place, which share the path. Names of
            fields that begin with "_" are tabs, filters and parts, not values. seats[i].player is the name of the
            person and no part of the raw sheet: it goes into `names`. seats[i].kind is a hidden field and part of it.
Parts       The set-up ([data-part=setup]) and tiles are drawn when they are first opened: by scripts from the outline,
            without them by the server, asked with _draw=<part> ("setup" or the path of the tiles); _drawn lists those
            that stay. What is not drawn is held: [data-path][data-holds] has a hidden field for each value. Whoever
            writes a field goes through writeField of fields.js, which knows all of it.
Conditions  [data-varies]: a field, a line's VP or an <option> that comes and goes with what is typed: hidden (an
            <option> disabled too) where the rules say that it is idle. A [data-row] is hidden when all its parts are,
            a [data-group] when all its rows (or fields) are. What is hidden keeps its value; the rules hold it back.
Results     [data-vp="seats[0].glory"], [data-vp="seats[0].rounds.a.barrels"]: the VP of a line ("–" while it does not
            count yet), a button with [data-why] once it counts; the server leaves the path out where the field beside
            it has the same. [data-explanations]: how all points came about, [data-sentence=<same path>], filled when
            it is opened; #sheet-why tells of one of them. [data-total="0"] ("–" without any number), [data-place="0"],
            [data-name="0"], [data-tie-break="0"], [data-ribbon="0"] by seat; there can be several of each.
            [data-notes]: a list. [data-ranking]: the row of all seats with place and total, always in view, with the
            class "is-provisional" while something is missing.
Mistakes    [data-error-for=<path>]: <p> for each message, made where there is a first one. [data-mistakes]: the
            summary above the sheet. [data-warnings] (hidden without any) has [data-warning-list] and the checkbox
            [data-warnings-key], whose value must be the `warnings_key` of the newest preview.
Tiles       [data-chosen=<path>]: what is chosen, in words. .tile and .tiles-list label get the class "taken" when
            another seat has the tile. Tiles with pictures have one panel for all seats, which .picker-open opens; their
            values stay held. Fields that follow from tiles or parts show the sum as their placeholder; a typed total
            that differs is a mistake.
Seats       [data-open-seat=<seat>] opens the drawer of a seat (name, faction, colour, who began), [data-open-order]
            asks who began. The selects keep the values.
Places      [data-places=<field>]: a row of selects that scripts replace by one cell, in which people are tapped in
            order; [data-about="<field> <tiles> <place>"]: a row about a piece of the set-up, which has its name.
Status      [data-status]: what is still missing. [data-record] is the button that records; where somebody else does,
            [data-finish] says that one's own part is done. The way through the numbers ends at whichever is shown.
            [data-blanks="0"], [data-blanks="all"] fill the required blanks of the open round with 0,
            [data-blanks-undo] takes it back.
Texts       [data-script-words]: what scripts say, as data attributes; a page may have several.
Keypad      #sheet-keypad, for fingers: the cell keeps the focus and is an ordinary input, with inputmode "none" while
            it is there. order.js is the way through the numbers, for it and for Enter: required ones alone, across or
            down, then what is missing, then the button that sends the sheet on. A read-only cell is passed by. Where
            the form has [data-own-seat] the way stays in that column.
Totals      /score/<system>/totals/: names, factions and seats[i].total, under the names and the entry_key of the sheet,
            which leads there and back by a button and loses nothing on the way. A tie is asked for (tie_asked and
            seats[i].won_tie). What the sheet of such a game says otherwise, when it is filled in later, is asked for by
            [name=totals_seen] in .sheet-head.
Names       datalist#known-names: what the server offers; names.js adds what was typed on this device.
Bundles     pages ask for the files of settings.STATIC_BUNDLES, each with all that its scripts import.
Tabs        radio buttons _seat and _round ("all" or a number); style sheets do the rest. _seat is for small screens.
            [data-next-round] stands in for [data-record] while a later round is blank; a link to a field opens its
            tabs.
Drafts      PUT {"system", "content": {"fields": {name: [values]}}, "revision"} to the draft address answers
            {"revision"}; status 412 brings the other device's content and revision; 410 {"game"}: it was recorded; 409
            with the code entry_key_taken: it needs a new key. GET, DELETE. A draft is gone on with only on a sheet
            that was prepared for the same (the fields prepared and seated), or on a plain one. The list of this
            browser's own drafts belongs into [data-drafts-here] of the start page.
Rules       #sheet-rules holds by system what the page needs to ask the rules in this browser: the addresses of the
            worker, of the rules and of the words (with their digests), and where to POST {"system", "rules": digest,
            "error": its name} when they failed. The worker answers what the preview answers, always first.
Waiting     /score/waiting/#<key>: the page of a sheet in the outbox, made in the browser; it leads to the game once
            there is one.
Preview     POST {"sheet": all that was typed, "names": [...], "through": round or null} to data-preview-url answers
            {"seats": [{"total", "place", "tie_break", "lines": [{"key", "round", "path", "label", "vp",
            "sentence"}]}], "notes": [...], "violations": [{"path", "message"}], "warnings": [{"path", "message",
            "called"}], "warnings_key", "missing": [path], "complete", "provisional", "idle": {"fields": [path],
            "lines": [path], "choices": {path: [value]}}, "unfilled": [path], "places": {field: [VP of each place]}}.
            `vp`, `total` and `place` are null while there is nothing to say; `called` names seat and field; `unfilled`
            is what is missing over all rounds. No token is needed.
"""
